import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type * as v from 'valibot';
import { BoardLinkError, type TrackTitles } from '../../model/board-link/form.ts';
import { readForm } from '../../model/board-link/read-form.ts';
import { damaged, jsonIn, linkLimits, packText, tooLarge, unpackText } from '../../model/board-link/text.ts';
import { writeForm } from '../../model/board-link/write-form.ts';
import { hasCode } from '../../model/error-code.ts';
import { invalid } from '../../model/failure.ts';
import { inferMode } from '../../model/infer-mode.ts';
import type { RenderRequest } from '../../model/request.ts';
import { parseRenderRequest } from './parse-render-request.ts';

/**
 * Reads the board in an address. It passes the same checks as the body of a render request.
 *
 * @param schema of requests, with the service's themes
 * @throws Failure invalidRequest
 */
export function readBoardLink(
  b: string,
  titlesOf: TrackTitles,
  schema?: v.GenericSchema<unknown, RenderRequest>,
): RenderRequest {
  try {
    const { isDeflated, bytes } = unpackText(b);
    const body = readForm(jsonIn(isDeflated ? inflate(bytes) : bytes), titlesOf);
    return parseRenderRequest(body, schema).request;
  } catch (error) {
    throw error instanceof BoardLinkError ? invalid('b', error.message) : error;
  }
}

function inflate(bytes: Uint8Array): Uint8Array {
  try {
    return inflateRawSync(bytes, { maxOutputLength: linkLimits.jsonBytes });
  } catch (error) {
    throw hasCode(error, 'ERR_BUFFER_TOO_LARGE') ? tooLarge() : damaged();
  }
}

/**
 * Writes a valid request as the `b` of an address.
 *
 * @returns undefined for a board that fits into no address
 */
export function writeBoardLink(request: RenderRequest, titlesOf: TrackTitles): string | undefined {
  try {
    return pack(JSON.stringify(writeForm(request, titlesOf)));
  } catch (error) {
    if (error instanceof BoardLinkError) return undefined;
    throw error;
  }
}

/** Returns the id in the path of the page that opens a request: a template's, or `custom`. */
export function pageIdOf(request: RenderRequest): string {
  return inferMode(request) === 'template' ? String(request.templateId) : 'custom';
}

function pack(json: string): string | undefined {
  const bytes = new TextEncoder().encode(json);
  const deflated = new Uint8Array(deflateRawSync(bytes, { level: 9 }));
  const isDeflated = deflated.length < bytes.length;
  return packText({ isDeflated, bytes: isDeflated ? deflated : bytes });
}
