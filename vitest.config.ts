import { defineConfig } from 'vitest/config';
import { hostileReporter } from './test/support/hostile-reporter.ts';
import { notRunReporter } from './test/support/not-run-reporter.ts';

const inCi = process.env['CI'] === 'true';

const service = 'test/**/*.service.test.ts';
const browser = 'test/**/*.browser.test.ts';
const slow = 'test/**/*.slow.test.ts';
/** These need PostgreSQL, an S3 or a balancer. `npm run test:replicas` */
const replicas = 'test/**/*.replicas.test.ts';
/** These need what `npm run release` makes. `npm run test:packages` */
const packages = 'test/**/*.packages.test.ts';

/** The end of a test file's name says which project it belongs to. A plain `*.test.ts` is pure. */
export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Files in one worker share its modules: loading them again for each file takes longer than most tests.
    isolate: false,
    maxWorkers: '100%',
    reporters: ['default', notRunReporter, ...(inCi ? ['json', hostileReporter] : [])],
    outputFile: 'build/tests.json',
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          include: ['test/**/*.test.ts'],
          exclude: [service, browser, slow, replicas, packages],
          globalSetup: ['test/support/assets.mjs'],
          setupFiles: ['test/support/set-up.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'packages',
          include: [packages],
          testTimeout: 300_000,
          globalSetup: ['test/packages/set-up.ts'],
        },
      },
      ...Object.entries({
        service: { include: [service], shared: ['test/support/shared-service.ts'] },
        browser: {
          include: [browser],
          shared: ['test/support/shared-service.ts', 'test/support/shared-browser.ts'],
        },
        slow: { include: [slow], shared: [] },
        replicas: { include: [replicas], shared: [] },
      }).map(([name, { include, shared }]) => ({
        extends: true as const,
        test: {
          name,
          include,
          globalSetup: ['test/support/build.ts', ...shared],
          setupFiles: [
            'test/support/set-up.ts',
            'test/support/check-answers.ts',
            'test/support/cheap-passwords.ts',
          ],
        },
      })),
    ],
  },
});
