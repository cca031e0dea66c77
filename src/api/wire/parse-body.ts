import * as v from 'valibot';
import { invalid } from '../../model/failure.ts';
import { describeIssues } from './messages.ts';

/**
 * Checks a parsed body. Fields that the schema doesn't know are ignored.
 *
 * @throws Failure invalidRequest that says where and what
 */
export function parseBody<const TSchema extends v.GenericSchema>(
  schema: TSchema,
  body: unknown,
): v.InferOutput<TSchema> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw invalid('', 'The body must be a JSON object');
  }
  return parse(schema, body);
}

/**
 * Checks the parameters of a query, as Koa gives them: a text, or a list of texts when a name stands there twice.
 *
 * @throws Failure invalidRequest that says where and what
 */
export function parseQuery<const TSchema extends v.GenericSchema>(
  schema: TSchema,
  query: Readonly<Record<string, string | string[] | undefined>>,
): v.InferOutput<TSchema> {
  // Koa's object has no prototype and belongs to the request.
  return parse(schema, { ...query });
}

function parse<const TSchema extends v.GenericSchema>(
  schema: TSchema,
  value: object,
): v.InferOutput<TSchema> {
  const result = v.safeParse(schema, value, { abortPipeEarly: true });
  if (!result.success) throw invalid('', describeIssues(result.issues));
  return result.output;
}
