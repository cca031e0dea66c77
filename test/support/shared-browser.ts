import sparticuz from '@sparticuz/chromium';
import { type BrowserServer, chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { hasBrowser } from './browser.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address at which Chromium accepts connections. */
    readonly chromium: string;
  }
}

/** Arguments of the package that turn protections off. */
const weakening = ['--single-process', '--disable-web-security', '--allow-running-insecure-content'];
/** Arguments of the package that emulate a graphics card, which takes a third of a test's CPU time. */
const emulation = ['--use-gl=angle', '--use-angle=swiftshader', '--ignore-gpu-blocklist'];
const unwanted = new Set([...weakening, ...emulation]);

/** Starts Chromium for all files of a project, with its protections on and without a network but this machine. */
export default async function startSharedBrowser({
  provide,
}: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (!hasBrowser) return undefined;
  const server = await launch().catch(launch).catch(launch);
  provide('chromium', server.wsEndpoint());
  return () => server.close();
}

/** Launches Chromium. It sometimes crashes while it starts on a busy machine, before any test. */
async function launch(): Promise<BrowserServer> {
  return chromium.launchServer({
    executablePath: await sparticuz.executablePath(),
    args: [
      ...sparticuz.args.filter((arg) => !unwanted.has(arg)),
      '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE localhost , EXCLUDE 127.0.0.1',
      '--disable-background-networking',
      '--disable-gpu',
    ],
    headless: true,
  });
}
