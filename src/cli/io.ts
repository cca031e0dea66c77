import type { Environment } from '../config/config.ts';

/** The parts of the process that the command line uses, passed in. */
export interface Io {
  readonly env: Environment;
  readonly version: string;
  /** Writes to standard output, unchanged. */
  readonly print: (text: string) => void;
  /** Writes to standard error, unchanged. */
  readonly complain: (text: string) => void;
  readonly readStdin: () => Promise<Buffer>;
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
