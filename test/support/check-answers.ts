import { afterEach } from 'vitest';
import type { AnswerCheck } from './openapi-answers.ts';

/**
 * A setup file of the tests: checks every response of the service that a test fetches against the OpenAPI document.
 */
const fetchAnswer = globalThis.fetch;
let serverErrors = 0;
let check: Promise<AnswerCheck> | undefined;

/** Most tests fetch nothing, so the document is created on first use. */
async function makeCheck(): Promise<AnswerCheck> {
  const { answerCheck } = await import('./openapi-answers.ts');
  const { openApiDocument } = await import('../../src/api/openapi/document.ts');
  return answerCheck(openApiDocument());
}

globalThis.fetch = async (input, init) => {
  const answer = await fetchAnswer(input, init);
  if (answer.headers.has('X-Request-Id') && isLocal(answer.url)) {
    // oEmbed prescribes 501 for a format that a service does not have.
    if (answer.status >= 500 && answer.status !== 501) serverErrors += 1;
    check ??= makeCheck();
    await (await check)(methodOf(input, init), answer);
  }
  return answer;
};

/** In tests of input that a caller has chosen, no answer is the fault of the service. */
afterEach(({ task }) => {
  if (task.file.name.includes('hostile') || task.file.name.includes('naughty'))
    task.meta.serverErrors = serverErrors;
  serverErrors = 0;
});

function methodOf(input: Parameters<typeof fetch>[0], init: RequestInit | undefined): string {
  return (init?.method ?? (input instanceof Request ? input.method : 'GET')).toUpperCase();
}

function isLocal(address: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(address).hostname);
}
