// Loads the web pages as a slow phone would, three times each with an empty cache, and prints the medians:
//   script     kB of scripts, as sent and unpacked        all     kB of everything, as sent
//   requests   number of requests                         FCP     ms until the first content is painted
//   LCP        ms until the largest content is painted    TBT     ms that long tasks block from FCP to TTI
//   TTI        ms: from FCP on, the end of the last long task before 5 s without one and with 2 requests at most
//   CLS        layout shift without user input, summed as in web.dev/cls
//   CPU        ms of the main thread's processor time, on a processor four times slower
// Times depend on the machine and its load, except that the CPU's hardly depends on the load; the other figures do not.
// Run it with `npm run bench:pages`. After `--`, `--fast` leaves the network as it is, and names of pages choose them.
import { parseArgs } from 'node:util';
import { startService } from '../scripts/service.mjs';
import { launchBrowser } from './browser.mjs';

const rounds = 3;
const password = 'a password for the figures';
/** Lighthouse's slow 4G as applied in a browser: 1.6 Mbit/s and 150 ms, plus the cost of handshakes. */
const slow4g = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1474.56 * 1024) / 8,
  uploadThroughput: (675 * 1024) / 8,
};
const slowdown = 4;
const quietMs = 5000;
const {
  values: { fast },
  positionals: names,
} = parseArgs({
  options: { fast: { type: 'boolean' } },
  allowPositionals: true,
});
const phone = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, locale: 'en-GB' };

const allPages = [
  { name: 'gallery', path: '/' },
  { name: 'board', path: '/tier/1' },
  { name: 'own board', path: '/tier/custom' },
  { name: 'log in', path: '/dashboard' },
  { name: 'dashboard', path: '/dashboard', isLoggedIn: true },
  { name: 'docs', path: '/docs' },
];
const pages = names.length === 0 ? allPages : allPages.filter(({ name }) => names.includes(name));

/** Runs in the page before its scripts, and records the browser's performance entries. */
const observe = `(() => {
  const seen = window.seen = { paints: {}, tasks: [], shifts: [] };
  const on = (type, note) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  on('paint', ({ name, startTime }) => { seen.paints[name] = startTime; });
  on('largest-contentful-paint', ({ startTime }) => { seen.largest = startTime; });
  on('longtask', ({ startTime, duration }) => seen.tasks.push({ start: startTime, end: startTime + duration }));
  on('layout-shift', ({ startTime, value, hadRecentInput }) => {
    if (!hadRecentInput) seen.shifts.push({ at: startTime, value });
  });
})()`;

const service = await startService();
const browser = await launchBrowser();
try {
  const cookie = await logIn();
  // The previews of templates are drawn on first request.
  for (const page of pages) await load(page, cookie);
  const rows = [];
  for (const page of pages) {
    const loads = [];
    for (let round = 0; round < rounds; round += 1) loads.push(await load(page, cookie));
    const median = (column) => loads.map((one) => one[column]).sort((a, b) => a - b)[Math.floor(rounds / 2)];
    const columns = Object.keys(loads[0]).map((column) => [column, median(column)]);
    rows.push({ page: page.name, ...Object.fromEntries(columns) });
  }
  console.table(rows);
} finally {
  await browser.close();
  await service.stop();
}

async function logIn() {
  const token = new URL(service.link).hash.slice(1);
  const answer = await fetch(`${service.url}/api/v1/password`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token, password }),
  });
  if (!answer.ok) throw new Error(`logging in was answered with ${answer.status}`);
  const [name, value] = answer.headers.getSetCookie()[0].split(';')[0].split('=');
  return { name, value, url: service.url };
}

async function load({ path, isLoggedIn = false }, cookie) {
  const context = await browser.newContext(phone);
  if (isLoggedIn) await context.addCookies([cookie]);
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  const requests = await watchRequests(cdp);
  if (!fast) await cdp.send('Network.emulateNetworkConditions', slow4g);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.addInitScript(observe);
  await page.goto(`${service.url}${path}`, { waitUntil: 'networkidle' });
  await page.waitForTimeout(quietMs + 500);
  const { paints, largest, tasks, shifts } = await page.evaluate('seen');
  const began = await page.evaluate('performance.timeOrigin');
  const { metrics } = await cdp.send('Performance.getMetrics');
  await context.close();
  const first = paints['first-contentful-paint'];
  const usable = interactiveAt(first, tasks, requests.openTimes(began));
  const kB = (bytes) => Math.round(bytes / 100) / 10;
  const sum = (list, size) => list.reduce((total, one) => total + size(one), 0);
  const scripts = requests.all.filter(({ type }) => type === 'Script');
  const blocking = tasks
    .filter(({ start, end }) => end > first && start < usable)
    .map(({ start, end }) => Math.max(0, end - Math.max(start, first) - 50));
  return {
    'script kB': kB(sum(scripts, ({ sent }) => sent)),
    'unpacked kB': kB(sum(scripts, ({ unpacked }) => unpacked)),
    'all kB': kB(sum(requests.all, ({ sent }) => sent)),
    requests: requests.all.length,
    'FCP ms': Math.round(first),
    'LCP ms': Math.round(largest),
    'TBT ms': Math.round(sum(blocking, (ms) => ms)),
    'TTI ms': Math.round(usable),
    CLS: Math.round(layoutShift(shifts) * 1000) / 1000,
    'CPU ms': Math.round(1000 * metrics.find(({ name }) => name === 'TaskDuration').value),
  };
}

/** The requests and received bytes: the latest state of each request, except those of `data:`. */
async function watchRequests(cdp) {
  const byId = new Map();
  const note = (id, what) => {
    const one = byId.get(id);
    if (one) Object.assign(one, what(one));
  };
  cdp.on('Network.requestWillBeSent', ({ requestId, request, type, wallTime }) => {
    if (request.url.startsWith('http'))
      byId.set(requestId, { type, began: wallTime * 1000, sent: 0, unpacked: 0, clock: undefined });
  });
  cdp.on('Network.requestWillBeSent', ({ requestId, timestamp }) =>
    note(requestId, () => ({ clock: timestamp })),
  );
  cdp.on('Network.dataReceived', ({ requestId, dataLength }) =>
    note(requestId, ({ unpacked }) => ({ unpacked: unpacked + dataLength })),
  );
  const end = ({ requestId, timestamp, encodedDataLength = 0 }) =>
    note(requestId, ({ began, clock }) => ({
      sent: encodedDataLength,
      ended: began + (timestamp - clock) * 1000,
    }));
  cdp.on('Network.loadingFinished', end);
  cdp.on('Network.loadingFailed', end);
  await cdp.send('Network.enable');
  return {
    get all() {
      return [...byId.values()];
    },
    /** The times of open requests, in ms of the page's clock. */
    openTimes: (origin) =>
      [...byId.values()].map(({ began, ended = began }) => ({ start: began - origin, end: ended - origin })),
  };
}

/** See TTI above. */
function interactiveAt(first, tasks, open) {
  const busy = [...tasks, ...crowded(open)]
    .filter(({ end }) => end > first)
    .sort((a, b) => a.start - b.start);
  let quietFrom = first;
  for (const { start, end } of busy) {
    if (start - quietFrom >= quietMs) break;
    quietFrom = Math.max(quietFrom, end);
  }
  return Math.max(first, ...tasks.map(({ end }) => end).filter((end) => end <= quietFrom));
}

/** Returns the intervals in which more than two requests are open. */
function crowded(open) {
  const turns = open
    .flatMap(({ start, end }) => [
      { at: start, by: 1 },
      { at: end, by: -1 },
    ])
    .sort((a, b) => a.at - b.at);
  const stretches = [];
  let count = 0;
  let start;
  for (const { at, by } of turns) {
    count += by;
    if (count > 2 && start === undefined) start = at;
    if (count <= 2 && start !== undefined) {
      stretches.push({ start, end: at });
      start = undefined;
    }
  }
  return stretches;
}

/** Returns the largest sum of a session: shifts less than 1 s apart, 5 s at most. https://web.dev/articles/cls */
function layoutShift(shifts) {
  let [most, sum, began, last] = [0, 0, -Infinity, -Infinity];
  for (const { at, value } of shifts) {
    if (at - last >= 1000 || at - began >= 5000) [sum, began] = [0, at];
    last = at;
    sum += value;
    most = Math.max(most, sum);
  }
  return most;
}
