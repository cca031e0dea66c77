import { invalid } from '../../model/failure.ts';

/**
 * Parses JSON text.
 *
 * @throws Failure invalidRequest with the position of the first error; the message does not quote the text
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The engine's message differs between versions and quotes the text.
    const { line, column } = placeOf(text, errorOffset(text));
    throw invalid('', `The body is not valid JSON: error at line ${line}, column ${column}`);
  }
}

// A JSON string without its closing quote. Only control characters from U+007F on are allowed in it.
const openString = /"(?:[^"\\\p{Cc}]|[\x7f-\x9f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/uy;
const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const space = /[ \t\n\r]*/y;

type Expected = 'value' | 'valueOrEnd' | 'nameOrEnd' | 'name' | 'colon' | 'commaOrEnd' | 'nothing';

/** Returns the offset of the first error (RFC 8259). Uses its own stack, since JSON may nest deeper than calls can. */
function errorOffset(text: string): number {
  const closers: ('}' | ']')[] = [];
  let expected: Expected = 'value';
  let offset = 0;
  const skip = (pattern: RegExp): boolean => {
    pattern.lastIndex = offset;
    const length = pattern.exec(text)?.[0].length;
    offset += length ?? 0;
    return length !== undefined;
  };
  const afterValue = (): Expected => (closers.length === 0 ? 'nothing' : 'commaOrEnd');

  for (;;) {
    skip(space);
    const character = text.charAt(offset);
    const closes = character !== '' && character === closers.at(-1);
    if (closes && (expected === 'valueOrEnd' || expected === 'nameOrEnd' || expected === 'commaOrEnd')) {
      closers.pop();
      offset += 1;
      expected = afterValue();
    } else if (expected === 'nothing') {
      return offset;
    } else if (expected === 'commaOrEnd') {
      if (character !== ',') return offset;
      offset += 1;
      expected = closers.at(-1) === '}' ? 'name' : 'value';
    } else if (expected === 'colon') {
      if (character !== ':') return offset;
      offset += 1;
      expected = 'value';
    } else if (expected === 'name' || expected === 'nameOrEnd') {
      if (!skip(openString) || text.charAt(offset) !== '"') return offset;
      offset += 1;
      expected = 'colon';
    } else if (character === '{' || character === '[') {
      closers.push(character === '{' ? '}' : ']');
      offset += 1;
      expected = character === '{' ? 'nameOrEnd' : 'valueOrEnd';
    } else if (character === '"') {
      if (!skip(openString) || text.charAt(offset) !== '"') return offset;
      offset += 1;
      expected = afterValue();
    } else {
      if (!skip(scalar)) return offset;
      expected = afterValue();
    }
  }
}

function placeOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
