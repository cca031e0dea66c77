import * as v from 'valibot';
import { invalid } from '../../model/failure.ts';
import type { RenderRequest } from '../../model/request.ts';
import { describeIssues } from './messages.ts';
import { renderRequestSchema } from './render-request.ts';
import { unknownFields } from './unknown-fields.ts';

/**
 * Checks a parsed body.
 *
 * @returns the request, and a warning for each field that was ignored
 * @throws Failure invalidRequest that says where and what
 */
export function parseRenderRequest(body: unknown): {
  readonly request: RenderRequest;
  readonly warnings: readonly string[];
} {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw invalid('', 'The body must be a JSON object');
  }
  const result = v.safeParse(renderRequestSchema, body, { abortPipeEarly: true });
  if (!result.success) throw invalid('', describeIssues(result.issues));
  return { request: result.output, warnings: unknownFields(body) };
}
