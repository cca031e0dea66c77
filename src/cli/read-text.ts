import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { CommandError, type Io, reasonOf } from './io.ts';

interface NamedText {
  /** Of the file, for messages. */
  readonly name: string;
  readonly text: string;
}

/** Reads a file that a command is given. @param file `-` for standard input @throws CommandError */
export async function readText(io: Io, file: string): Promise<NamedText> {
  const name = file === '-' ? 'standard input' : file;
  let bytes: Buffer;
  try {
    bytes = file === '-' ? await buffer(io.stdin) : await readFile(file);
  } catch (cause) {
    throw new CommandError(`${name}: cannot be read (${reasonOf(cause)})`, { cause });
  }
  try {
    return { name, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    throw new CommandError(`${name}: is not valid UTF-8`);
  }
}
