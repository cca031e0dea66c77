import { LRUCache } from 'lru-cache';
import * as v from 'valibot';
import { invalid } from '../../model/failure.ts';
import type { RenderRequest } from '../../model/request.ts';
import type { ThemeName } from '../../model/vocabulary.ts';
import { parseJson } from './json.ts';
import { describeIssues } from './messages.ts';
import { renderRequestSchema, renderRequestSchemaFor } from './render-request.ts';
import { unknownFields } from './unknown-fields.ts';

/** The size of the cache of texts. It takes about five times as many bytes of memory. */
const rememberedCharacters = 1024 * 1024;

export interface ParsedRequest {
  readonly request: RenderRequest;
  /** One warning for each ignored field. */
  readonly warnings: readonly string[];
}

/**
 * Returns a function that parses and checks the text of a render request. Clients mostly repeat a request exactly, so
 * results are cached by text: the same text returns the same object without parsing and checking it again.
 *
 * @param themes names that a request may use
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
 * @param schema the schema with the service's themes
 * @throws Failure invalidRequest that names each field and its problem
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
