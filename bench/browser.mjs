import sparticuz from '@sparticuz/chromium';
import { chromium } from 'playwright-core';

/** Launches a browser that reaches this machine alone. */
export async function launchBrowser() {
  return chromium.launch({
    executablePath: await sparticuz.executablePath(),
    args: [
      ...sparticuz.args.filter((arg) => arg !== '--single-process'),
      '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE localhost',
    ],
  });
}
