import type { Dispatcher } from 'undici';
import { limits } from '../model/limits.ts';
import { DownloadProblem, notPhoto, problems } from './download-problem.ts';
import { type Download, type Validators, validatorPattern } from './ports.ts';
import { sniffPhotoFormat } from './sniff.ts';

/** An answer whose body has not been read. */
export type Answer = Dispatcher.ResponseData;

/**
 * Returns validators as headers. Those that undici refuses to send, because they contain invalid characters, are left
 * out.
 */
export function conditionHeaders({ etag = '', lastModified = '' }: Validators): Record<string, string> {
  return {
    ...(validatorPattern.test(etag) ? { 'if-none-match': etag } : {}),
    ...(validatorPattern.test(lastModified) ? { 'if-modified-since': lastModified } : {}),
  };
}

/**
 * Reads the final answer. Its body is consumed or discarded in any case.
 *
 * @param isConditional whether validators were sent
 * @throws DownloadProblem when the answer holds no photo
 */
export async function readPhoto(
  { statusCode, headers, body }: Answer,
  isConditional: boolean,
): Promise<Download> {
  try {
    const plain = plainHeaders(headers);
    if (statusCode === 304 && isConditional) return { kind: 'unchanged', headers: plain };
    if (statusCode !== 200) throw new DownloadProblem(`${statusCode} from host`);
    if (!/^(identity)?$/i.test(plain['content-encoding'] ?? ''))
      throw new DownloadProblem(problems.compressed);
    if (Number(plain['content-length'] ?? 0) > limits.pictureBytes) throw new DownloadProblem(problems.size);
    const bytes = await readBody(body);
    if (bytes.length === 0) throw new DownloadProblem(problems.empty);
    if (sniffPhotoFormat(bytes) === undefined)
      throw new DownloadProblem(notPhoto(plain['content-type'] ?? ''));
    return { kind: 'picture', bytes, headers: plain };
  } finally {
    body.destroy();
  }
}

/** @throws DownloadProblem when the body is longer than allowed */
async function readBody(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > limits.pictureBytes) throw new DownloadProblem(problems.size);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

function plainHeaders(headers: Answer['headers']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, [value].flat().join(', ')]],
    ),
  );
}
