import * as v from 'valibot';
import { invalid } from '../../model/failure.ts';
import { describeIssues } from './messages.ts';

/**
 * Checks a parsed body. Unknown fields are dropped.
 *
 * @throws Failure invalidRequest that names each field and its problem
 */
export function parseBody<Output>(schema: v.GenericSchema<unknown, Output>, body: unknown): Output {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw invalid('', 'The body must be a JSON object');
  }
  return parse(schema, body);
}

/**
 * Checks the parameters of a query as Koa parses them: a text, or an array of texts when a name is given several times.
 *
 * @throws Failure invalidRequest that names each parameter and its problem
 */
export function parseQuery<Output>(
  schema: v.GenericSchema<unknown, Output>,
  query: Readonly<Record<string, string | string[] | undefined>>,
): Output {
  // Koa's object has no prototype and is shared with the rest of the request.
  return parse(schema, { ...query });
}

function parse<Output>(schema: v.GenericSchema<unknown, Output>, value: object): Output {
  const result = v.safeParse(schema, value, { abortPipeEarly: true });
  if (!result.success) throw invalid('', describeIssues(result.issues));
  return result.output;
}
