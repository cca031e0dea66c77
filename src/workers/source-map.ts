/** A source map (ECMA-426), not decoded. */
export interface SourceMapText {
  readonly sources: readonly string[];
  readonly mappings: string;
}

/** A place in a source file. Lines and columns count from 1. */
export interface Origin {
  readonly source: string;
  readonly line: number;
  readonly column: number;
}

const base64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const digits = Uint8Array.from({ length: 128 }, (_, code) =>
  Math.max(0, base64.indexOf(String.fromCharCode(code))),
);
const [comma, semicolon] = [','.charCodeAt(0), ';'.charCodeAt(0)];

/**
 * Finds the source of a place in generated code, by reading the mappings up to there (ECMA-426, 9.2). A megabyte takes some
 * 10 ms, and nothing is kept.
 */
export function originOf(
  { sources, mappings }: SourceMapText,
  line: number,
  column: number,
): Origin | undefined {
  let [generatedLine, generatedColumn, source, sourceLine, sourceColumn] = [1, 0, 0, 0, 0];
  let [field, value, shift] = [0, 0, 0];
  let found: Origin | undefined;
  for (let index = 0; index <= mappings.length; index++) {
    const code = index < mappings.length ? mappings.charCodeAt(index) : semicolon;
    if (code === comma || code === semicolon) {
      if (generatedLine === line && field > 0) {
        if (generatedColumn >= column) return found;
        const name = field > 1 ? sources[source] : undefined;
        found =
          name === undefined ? undefined : { source: name, line: sourceLine + 1, column: sourceColumn + 1 };
      }
      field = 0;
      if (code === comma) continue;
      if (generatedLine === line) return found;
      generatedLine += 1;
      generatedColumn = 0;
      continue;
    }
    const digit = digits[code] ?? 0;
    value |= (digit & 31) << shift;
    shift += 5;
    if (digit & 32) continue;
    const change = value & 1 ? -(value >>> 1) : value >>> 1;
    if (field === 0) generatedColumn += change;
    else if (field === 1) source += change;
    else if (field === 2) sourceLine += change;
    else if (field === 3) sourceColumn += change;
    field += 1;
    value = 0;
    shift = 0;
  }
  return found;
}
