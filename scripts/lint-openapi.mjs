/**
 * Lints the committed OpenAPI document with the strictest rules of the linter.
 * Usage: node scripts/lint-openapi.mjs [FILE]
 */
import { readFile } from 'node:fs/promises';
import { createConfig, formatProblems, getTotals, lintFromString } from '@redocly/openapi-core';

const file = process.argv[2] ?? 'docs/openapi.json';

/** Additional rules, which the strict set lacks. */
const stricter = {
  'no-http-verbs-in-paths': 'error',
  'operation-description': 'error',
  'operation-singular-tag': 'error',
  'operation-tag-defined': 'error',
  'parameter-description': 'error',
  'paths-kebab-case': 'error',
  'spec-strict-refs': 'error',
  'response-contains-header': {
    severity: 'error',
    names: { '2XX': ['X-Request-Id'], '4XX': ['X-Request-Id'] },
  },
  // Photos are uploaded as they are; all other bodies are JSON.
  'request-mime-type': {
    severity: 'error',
    allowedValues: [
      'application/json',
      ...['jpeg', 'png', 'webp', 'gif', 'avif'].map((type) => `image/${type}`),
    ],
  },
};

const config = await createConfig({ extends: ['recommended-strict'], rules: stricter });
const problems = await lintFromString({
  source: await readFile(file, 'utf8'),
  absoluteRef: file,
  config,
});
if (problems.length > 0) {
  formatProblems(problems, { format: 'codeframe', totals: getTotals(problems), version: '' });
  console.error(`${file} has ${problems.length} problems; the document is made from src/api/openapi/`);
  process.exitCode = 1;
}
