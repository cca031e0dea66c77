import { LRUCache } from 'lru-cache';
import * as v from 'valibot';
import { invalid } from '../../model/failure.ts';
import type { RenderRequest } from '../../model/request.ts';
import type { ThemeName } from '../../model/vocabulary.ts';
import { parseJson } from './json.ts';
import { describeIssues } from './messages.ts';
import { renderRequestSchema, renderRequestSchemaFor } from './render-request.ts';
import { unknownFields } from './unknown-fields.ts';

/** What remembering texts may cost: about five times as many bytes. */
const rememberedCharacters = 4 * 1024 * 1024;

export interface ParsedRequest {
  readonly request: RenderRequest;
  /** One for each field that was ignored. */
  readonly warnings: readonly string[];
}

/**
 * Reads texts as render requests. Who repeats a request mostly repeats it to the letter, so what became of a text is
 * remembered for a while: the same text gives the very same request again, without being parsed and checked anew.
 *
 * @param themes that a request may name
 * @returns a function that throws Failure invalidRequest
 */
export function requestReader(themes: readonly ThemeName[]): (text: string) => ParsedRequest {
  const schema = renderRequestSchemaFor(themes);
  const known = new LRUCache<string, ParsedRequest>({
    maxSize: rememberedCharacters,
    sizeCalculation: (_, text) => text.length,
  });
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const parsed = parseRenderRequest(parseJson(text), schema);
    known.set(text, parsed);
    return parsed;
  };
}

/**
 * Checks a parsed body.
 *
 * @param schema of a service with themes of its own
 * @throws Failure invalidRequest that says where and what
 */
export function parseRenderRequest(
  body: unknown,
  schema: v.GenericSchema<unknown, RenderRequest> = renderRequestSchema,
): ParsedRequest {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw invalid('', 'The body must be a JSON object');
  }
  const result = v.safeParse(schema, body, { abortPipeEarly: true });
  if (!result.success) throw invalid('', describeIssues(result.issues));
  return { request: result.output, warnings: unknownFields(body) };
}
