// Drags all items of a template into tiers, one after the other, and prints for each preview the median and the largest of
//   drop to preview   ms from the release of the mouse until the new preview has been painted
//   task              ms of the longest task of the page from the release until then
// once as fast as the machine is and once with a processor four times slower. A service of its own draws on the same
// machine. Run it with `npm run bench:preview`.
import { startService } from '../scripts/service.mjs';
import { launchBrowser } from './browser.mjs';

const slowdowns = [1, 4];
const boards = [
  { name: 'emoji', path: '/tier/1' },
  { name: 'art', path: '/tier/2' },
];

/** Runs in the page, and records the times of each drop. */
const observe = `(() => {
  const drops = window.drops = [];
  let released;
  let tasks = [];
  new PerformanceObserver((list) => tasks.push(...list.getEntries())).observe({ type: 'longtask' });
  document.addEventListener('pointerup', () => { released = performance.now(); }, true);
  const placed = () => requestAnimationFrame(() => setTimeout(() => {
    if (released === undefined) return;
    const longest = tasks.filter(({ startTime }) => startTime + 1 >= released).map(({ duration }) => duration);
    drops.push({ ms: performance.now() - released, task: Math.max(0, ...longest) });
    released = undefined;
    tasks = [];
  }));
  new MutationObserver((changes) => {
    const isNew = ({ addedNodes }) => [...addedNodes].some(({ localName, parentElement }) =>
      localName === 'svg' && parentElement.className === 'preview-image');
    if (changes.some(isNew)) placed();
  }).observe(document, { childList: true, subtree: true });
})()`;

const service = await startService();
const browser = await launchBrowser();
try {
  const rows = [];
  for (const board of boards) for (const slowdown of slowdowns) rows.push(await rank(board, slowdown));
  console.table(rows);
} finally {
  await browser.close();
  await service.stop();
}

async function rank({ name, path }, slowdown) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 2000 } });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await page.addInitScript(observe);
  await page.goto(`${service.url}${path}`, { waitUntil: 'networkidle' });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const items = await page.locator('.pool .tile').count();
  for (let drop = 0; drop < items; drop += 1) {
    const from = await page.locator('.pool .tile').first().boundingBox();
    const to = await page
      .locator('.tiers .tiles')
      .nth(drop % 6)
      .boundingBox();
    await page.mouse.move(from.x + 20, from.y + 20);
    await page.mouse.down();
    await page.mouse.move(from.x + 30, from.y + 10, { steps: 3 });
    // Its last lane is empty: other tiles would make way.
    await page.mouse.move(to.x + to.width - 20, to.y + 40, { steps: 8 });
    await page.mouse.up();
    await page.waitForFunction((count) => window.drops.length > count, drop);
  }
  const drops = await page.evaluate('drops');
  await context.close();
  const sorted = (column) => drops.map((drop) => Math.round(drop[column])).sort((a, b) => a - b);
  const [times, tasks] = [sorted('ms'), sorted('task')];
  const middle = Math.floor(drops.length / 2);
  return {
    board: name,
    slowdown,
    drops: drops.length,
    'drop to preview': times[middle],
    'at most': times.at(-1),
    task: tasks[middle],
    'task at most': tasks.at(-1),
  };
}
