import { CommanderError } from 'commander';
import { ConfigError } from '../config/config.ts';
import { UnreadableFile } from '../files/durable-file.ts';
import { BrokenFiles } from '../model/broken-files.ts';
import { Failure } from '../model/failure.ts';
import { StoreError } from '../store/store-error.ts';
import { CommandError, type Io } from './io.ts';
import { createProgram } from './program.ts';

const exitCodes = { done: 0, failed: 1, usage: 2 } as const;

/**
 * Runs one command.
 *
 * @param args without the interpreter and the script
 * @returns the exit code
 */
export async function run(args: readonly string[], io: Io): Promise<number> {
  try {
    await createProgram(io).parseAsync(args, { from: 'user' });
    return exitCodes.done;
  } catch (error) {
    // Commander has already printed the error. Help and version end here, too.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
    io.complain(`${describe(error)}\n`);
    return exitCodes.failed;
  }
}

/**
 * Prints an expected failure as one line. Any other error is a bug and is printed with its stack, for the bug report.
 */
function describe(error: unknown): string {
  if (error instanceof BrokenFiles) return error.problems.join('\n');
  const expected = [Failure, ConfigError, StoreError, UnreadableFile, CommandError].some(
    (kind) => error instanceof kind,
  );
  if (error instanceof Error && (expected || isSystemError(error))) return `tierpress: ${error.message}`;
  if (!(error instanceof Error)) return String(error);
  const stack = error.stack ?? error.message;
  return error.cause === undefined ? stack : `${stack}\nCause: ${describe(error.cause)}`;
}

/** Whether the error is one of the system, like EADDRINUSE or EACCES: its message is clear enough. */
function isSystemError(error: Error): boolean {
  return 'syscall' in error && 'code' in error;
}
