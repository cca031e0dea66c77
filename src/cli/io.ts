import type { Environment } from '../config/config.ts';

/** What the command line touches of its process, passed in. */
export interface Io {
  readonly env: Environment;
  readonly version: string;
  /** To standard output, as it is. */
  readonly print: (text: string) => void;
  /** To standard error, as it is. */
  readonly complain: (text: string) => void;
  readonly readStdin: () => Promise<Buffer>;
  /** Resolves when the process is asked to stop. */
  readonly stopSignal: () => Promise<void>;
  /** Calls the function whenever the process is asked to read its files anew. Absent: that never happens. */
  readonly onReloadSignal?: (reload: () => void) => void;
}

/** A command that could not do what it was asked for. The message is one line, for the person who asked. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
