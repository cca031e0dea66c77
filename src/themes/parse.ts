import * as v from 'valibot';
import { parseJsonFile } from '../model/json-file.ts';
import { contrast, minContrast, textGrounds } from './contrast.ts';
import { themeFileSchema } from './schema.ts';
import type { Theme, ThemeTokens } from './theme.ts';

export type ParsedTheme =
  | { readonly theme: Theme }
  /** One line each: `<path of the token>: <reason>`, or only the reason if it concerns the whole file. */
  | { readonly problems: readonly string[] };

/** Reads the text of a theme file. Pure; does not throw for any text. */
export function parseTheme(name: string, text: string): ParsedTheme {
  const parsed = parseJsonFile(text);
  if ('problem' in parsed) return { problems: [parsed.problem] };
  const result = v.safeParse(themeFileSchema, parsed.value);
  if (!result.success) return { problems: [...new Set(result.issues.map(described))] };

  // The schema's address, meant for editors, is dropped here: no address reaches a drawing.
  const { $schema: _, ...tokens } = result.output;
  const problems = [...unreadable(tokens), ...repeatedColors(tokens)];
  return problems.length > 0 ? { problems } : { theme: { name, ...tokens } };
}

/** Returns a problem for each text with too little contrast. */
function unreadable(tokens: ThemeTokens): string[] {
  return textGrounds(tokens).flatMap(({ text, ink, on, ground }) => {
    const ratio = contrast(ink, ground);
    if (ratio >= minContrast) return [];
    // Rounded down: 4.49 must not read as sufficient.
    const rounded = (Math.floor(ratio * 10) / 10).toFixed(1);
    return [`${text}: contrast ${rounded}:1 on ${on}, must be at least ${minContrast}:1`];
  });
}

/** Returns a problem for each tier colour that is repeated. */
function repeatedColors({ palette }: ThemeTokens): string[] {
  return palette.flatMap((color, index) => {
    const first = palette.indexOf(color);
    return first === index ? [] : [`palette[${index}]: is the same as palette[${first}]`];
  });
}

function described({ path: whole, message }: v.BaseIssue<unknown>): string {
  const path = whole ?? [];
  const last = path.at(-1);
  // An array instead of an object lacks every token; report the array itself.
  const isList = typeof last?.key === 'string' && Array.isArray(last.input);
  const where = (isList ? path.slice(0, -1) : path).reduce<string>(
    (joined, { key }) =>
      typeof key === 'number' ? `${joined}[${key}]` : `${joined}${joined && '.'}${String(key)}`,
    '',
  );
  const reason = isList ? 'must be an object, not a list' : message;
  return where === '' ? reason : `${where}: ${reason}`;
}
