import { printParseErrorCode, visit } from 'jsonc-parser';

/**
 * Parses a JSON file that a person has written. Pure; does not throw for any text.
 *
 * @returns the value, or the first mistake with its line and column. A name that an object has twice is a mistake, since
 * JSON.parse would drop one of the values.
 */
export function parseJsonFile(text: string): { readonly value: unknown } | { readonly problem: string } {
  // Windows' editors begin a file with a byte order mark.
  const source = text.replace(/^\uFEFF/, '');
  try {
    const value: unknown = JSON.parse(source);
    const problem = namesIn(value) === mostNamesIn(source) ? undefined : firstMistake(source);
    return problem === undefined ? { value } : { problem };
  } catch {
    return { problem: syntaxErrorIn(source) };
  }
}

function syntaxErrorIn(source: string): string {
  try {
    return firstMistake(source) ?? 'is not JSON';
  } catch {
    // Thousands of nested lists exceed the stack of the scan.
    return 'is not JSON';
  }
}

/** Returns how many names the objects of a value have. */
function namesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const values: readonly unknown[] = Object.values(value);
  const own = Array.isArray(value) ? 0 : values.length;
  return values.reduce((sum: number, inner) => sum + namesIn(inner), own);
}

/**
 * Returns how many names the objects of a valid JSON text have at most, repeated ones included: a text in it may have
 * such signs, too. Faster than a scan for places.
 */
function mostNamesIn(source: string): number {
  return source.match(/"\s*:/g)?.length ?? 0;
}

function firstMistake(source: string): string | undefined {
  const mistakes: string[] = [];
  const names: Set<string>[] = [];
  const place = (line: number, column: number) => `at line ${line + 1}, column ${column + 1}`;
  visit(
    source,
    {
      onObjectBegin: () => void names.push(new Set()),
      onObjectProperty(name, _offset, _length, line, column) {
        const known = names.at(-1);
        if (known?.has(name)) {
          mistakes.push(`${JSON.stringify(name).slice(0, 60)} is there twice, ${place(line, column)}`);
        }
        known?.add(name);
      },
      onObjectEnd: () => void names.pop(),
      onError(code, _offset, _length, line, column) {
        const words = printParseErrorCode(code).replace(/\B[A-Z]/g, (letter) => ` ${letter}`);
        mistakes.push(`is not JSON: ${words.toLowerCase()} ${place(line, column)}`);
      },
    },
    { disallowComments: true, allowTrailingComma: false },
  );
  return mistakes[0];
}
