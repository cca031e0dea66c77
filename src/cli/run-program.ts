import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Script } from 'node:vm';

/** Its arguments are what a module has of its own and a script has not; `urlOf` tells where a package lies. */
type Program = (
  require: NodeJS.Require,
  urlOf: (packageName: string) => string,
  programUrl: string,
  programFolder: string,
) => Promise<void>;

/**
 * Runs a program as `npm run build` has bundled it: an async function in a script. Beside it lies what V8 has compiled of it
 * in an earlier run, without which a start takes a fifth longer. V8 refuses it where its options are others.
 *
 * @param url of the script, whose name changes with its content, so that the code beside it is not that of another
 */
export async function runProgram(url: URL): Promise<void> {
  const codeFile = codeFileOf(fileURLToPath(url));
  const code = readIfThere(codeFile);
  const script = new Script(readFileSync(url, 'utf8'), {
    filename: url.href,
    ...(code && { cachedData: code }),
  });
  // That is how the build asks for it (scripts/keep-code.mjs).
  if (code?.length === 0) process.on('exit', () => keep(codeFile, script.createCachedData()));
  const program: Program = script.runInThisContext();
  const require = createRequire(url);
  const urlOf = (packageName: string) => pathToFileURL(require.resolve(packageName)).href;
  await program(require, urlOf, url.href, fileURLToPath(new URL('.', url)));
}

/** Where a script's code lies, for this version of Node.js. */
export function codeFileOf(script: string): string {
  return script.replace(/js$/, `${process.version}.code`);
}

function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

/** Whole or not at all: other renderers keep theirs at the same time. */
function keep(file: string, code: Buffer): void {
  const temporary = `${file}.${process.pid}`;
  try {
    writeFileSync(temporary, code);
    renameSync(temporary, file);
  } catch {
    // Somebody else's folder, or no room: the next start takes as long as this one.
  }
}
