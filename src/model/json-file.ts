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
    const problem = firstMistake(source);
    return problem === undefined ? { value: JSON.parse(source) } : { problem };
  } catch {
    return { problem: 'is not JSON' };
  }
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
