import { defineConfig } from 'vitest/config';

const everyTest = 'test/**/*.test.ts';
const starts = 'test/**/*.service.test.ts';
const browses = 'test/**/*.browser.test.ts';
const takesLong = 'test/**/*.slow.test.ts';
const build = 'test/support/build.ts';

/** The middle of a test file's name says to which project it belongs; a plain `*.test.ts` is pure. */
export default defineConfig({
  test: {
    setupFiles: ['test/support/check-answers.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    projects: [
      { extends: true, test: { name: 'pure', include: [everyTest], exclude: [starts, browses, takesLong] } },
      { extends: true, test: { name: 'service', include: [starts], globalSetup: build } },
      { extends: true, test: { name: 'browser', include: [browses], globalSetup: build } },
      { extends: true, test: { name: 'slow', include: [takesLong], globalSetup: build } },
    ],
  },
});
