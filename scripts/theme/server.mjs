// The local page of theme:dev: static files, the state of all themes as events, and boards drawn on demand.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { aspectRatios, canvases } from '../../dist/model/vocabulary.js';
import { boards } from '../contact-boards.mjs';

const pages = {
  '/': ['page.html', 'text/html; charset=utf-8'],
  '/page.css': ['page.css', 'text/css; charset=utf-8'],
  '/page.js': ['page.js', 'text/javascript; charset=utf-8'],
  '/ruler.js': ['ruler.js', 'text/javascript; charset=utf-8'],
};

/** The most informative boards are first. */
const first = ['mixed25', 'eighty', 'pictures25', 'three'];
const sheet = {
  boards: [...first, ...Object.keys(boards).filter((name) => !first.includes(name))],
  ratios: aspectRatios.map((value) => ({ value, ...canvases[value] })),
};

const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** An SVG may show its embedded images, and nothing else. */
const svgPolicy = "default-src 'none'; img-src data:; sandbox";

/** @param drawing the result of `startDrawing` */
export function createThemeServer(drawing) {
  let themes = new Map();
  const listeners = new Set();

  const server = createServer((request, response) => {
    answer(request, response).catch((error) => {
      if (response.destroyed) return;
      response.writeHead(500, { 'Content-Type': 'text/plain; charset=utf-8' }).end(error.message);
    });
  });

  async function answer(request, response) {
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('Content-Security-Policy', pagePolicy);
    response.setHeader('Cache-Control', 'no-store');
    // Rejects pages of other sites that resolve their own host name to this machine.
    if (!isOwnHost(request.headers.host)) return refuse(response, 403);
    if (request.method !== 'GET') return refuse(response, 405);
    const { pathname } = new URL(request.url, 'http://localhost');
    if (Object.hasOwn(pages, pathname)) return sendPage(response, pages[pathname]);
    if (pathname === '/favicon.ico') return response.writeHead(204).end();
    if (pathname === '/sheet.json') return sendJson(response, sheet);
    if (pathname === '/events') return listen(response);
    const [, folder, name, version, board, file] = pathname.split('/');
    const [ratio, format] = (file ?? '').split('.');
    const aspectRatio = aspectRatios.find((value) => value.replace(':', 'x') === ratio);
    const known = themes.get(name);
    const isBoard = folder === 'boards' && Object.hasOwn(boards, board ?? '') && aspectRatio !== undefined;
    if (!isBoard || known?.version !== version || !['png', 'svg'].includes(format))
      return refuse(response, 404);
    return sendBoard(response, { ...known, board, aspectRatio, format });
  }

  function isOwnHost(host) {
    const { port } = server.address();
    return host === `127.0.0.1:${port}` || host === `localhost:${port}`;
  }

  async function sendBoard(response, job) {
    const gone = new AbortController();
    response.on('close', () => gone.abort(new Error('the client has disconnected')));
    const { bytes, warnings } = await drawing.draw(job, gone.signal);
    if (job.format === 'svg') response.setHeader('Content-Security-Policy', svgPolicy);
    response.setHeader('X-Warnings', warnings.length);
    response.setHeader('Content-Type', job.format === 'svg' ? 'image/svg+xml' : 'image/png');
    response.end(bytes);
  }

  function listen(response) {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    listeners.add(response);
    response.on('close', () => listeners.delete(response));
    sendThemes(response);
  }

  function sendThemes(response) {
    const states = [...themes].map(([name, { version, isBuiltIn, problems }]) => ({
      name,
      version,
      isBuiltIn,
      problems,
    }));
    response.write(`data: ${JSON.stringify(states)}\n\n`);
  }

  return {
    /** Sends the themes read by `watchThemes` to every open page. */
    setThemes(read) {
      themes = read;
      for (const response of listeners) sendThemes(response);
    },
    /** Listens on a free port of the loopback interface. @returns the address */
    listen: () =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${server.address().port}/`));
      }),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function sendPage(response, [file, type]) {
  response.setHeader('Content-Type', type);
  response.end(await readFile(new URL(file, import.meta.url)));
}

function sendJson(response, value) {
  response.setHeader('Content-Type', 'application/json');
  response.end(JSON.stringify(value));
}

function refuse(response, status) {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(`${status}\n`);
}
