import type { RenderCache, RenderRecord } from '../../../render/ports.ts';
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

/** Remembers images for all replicas. */
export class PostgresRenderIndex implements RenderCache {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Without a record, the next request draws the board again: so this never rejects. */
  async remember(fingerprint: string, record: RenderRecord): Promise<void> {
    const { renderId, format, createdAt, expiresAt, width, height, warnings } = record;
    const [created, expires] = [createdAt.getTime(), expiresAt.getTime()];
    const row: RecordRow = { id: renderId, format, created, expires, width, height, warnings };
    const text = 'select tierpress.remember_render($1, $2::jsonb, $3, $4)';
    await this.#database.attempt(text, [fingerprint, row, created, expires]);
  }

  /** Forgets an image that is gone. Never rejects. */
  async forget(renderId: string): Promise<void> {
    const text = 'delete from tierpress.render where image_id = $1';
    await this.#database.attempt(text, [renderId]);
  }
}
