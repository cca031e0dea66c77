import { createInterface } from 'node:readline/promises';
import { CommandError, type Io } from './io.ts';

/** Asks a person at the terminal. */
export interface Questions {
  /** Returns the answer without the spaces around it. @throws CommandError when the input ends */
  ask(question: string): Promise<string>;
  /** Shows a line. */
  say(line: string): void;
  close(): void;
}

/** Starts to ask questions, or returns undefined when standard input is not a terminal. */
export function openQuestions({ stdin, stdout }: Io): Questions | undefined {
  if (!('isTTY' in stdin) || stdin.isTTY !== true) return undefined;
  const terminal = createInterface({ input: stdin, output: stdout });
  // Its `question` loses the lines that come before it is called, as in a list that is pasted.
  const lines = terminal[Symbol.asyncIterator]();
  return {
    async ask(question) {
      terminal.setPrompt(question);
      terminal.prompt();
      const { value, done } = await lines.next();
      if (done) throw new CommandError('the input ended; nothing is written');
      return String(value).trim();
    },
    say: (line) => void stdout.write(`${line}\n`),
    close: () => terminal.close(),
  };
}
