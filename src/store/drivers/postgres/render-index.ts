import type { RenderRecord } from '../../../render/ports.ts';
import type { Database } from './database.ts';

/** The record of an image as JSON. */
export interface RecordRow {
  readonly id: string;
  readonly format: RenderRecord['format'];
  readonly created: number;
  readonly expires: number;
  readonly width: number;
  readonly height: number;
  readonly warnings: readonly string[];
}

export function readRecord({ id, created, expires, ...same }: RecordRow): RenderRecord {
  return { renderId: id, createdAt: new Date(created), expiresAt: new Date(expires), ...same };
}

export function recordRow({ renderId, createdAt, expiresAt, ...same }: RenderRecord): RecordRow {
  return { id: renderId, created: createdAt.getTime(), expires: expiresAt.getTime(), ...same };
}

/** Forgets an image that is gone, so that the same request draws it again. Never rejects. */
export async function forgetImage(database: Database, renderId: string): Promise<void> {
  await database.attempt('delete from tierpress.render where image_id = $1', [renderId]);
}
