import type { Readable, Writable } from 'node:stream';
import type { Environment } from '../config/config.ts';
import { codeOf } from '../model/error-code.ts';

/** The parts of the process that the command line uses, passed in. */
export interface Io {
  readonly env: Environment;
  readonly version: string;
  /** Writes to standard output, unchanged. */
  readonly print: (text: string) => void;
  /** Writes to standard error, unchanged. */
  readonly complain: (text: string) => void;
  readonly stdin: Readable;
  /** Standard output as a stream, for protocols. */
  readonly stdout: Writable;
  /** Resolves when the process is asked to stop. */
  readonly stopSignal: () => Promise<StopRequest>;
  /** Calls the function whenever the process is asked to reload its files. Absent: it never is. */
  readonly onReloadSignal?: (reload: () => void) => void;
}

/** A request to stop the process. */
export interface StopRequest {
  /** Whether it comes from a supervisor, which expects the process to drain, rather than from a person at a terminal. */
  readonly drains: boolean;
  /** Aborted when the process is asked again. */
  readonly hurry: AbortSignal;
}

/** A command that failed as expected. The message is one line for the user. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** Returns why a file could not be used, such as `ENOENT`. */
export function reasonOf(error: unknown): string {
  return codeOf(error) ?? 'unknown reason';
}
