import * as v from 'valibot';
import { contrast, minContrast, textGrounds } from './contrast.ts';
import { themeFileSchema } from './schema.ts';
import type { Theme, ThemeTokens } from './theme.ts';

export type ParsedTheme =
  | { readonly theme: Theme }
  /** One line each: `<path of the token>: <reason>`, or the reason alone where it is the whole file. */
  | { readonly problems: readonly string[] };

/** Reads the text of a theme file. Pure; never throws for what the text holds. */
export function parseTheme(name: string, text: string): ParsedTheme {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    return { problems: [`is not JSON: ${oneLine(String(error))}`] };
  }
  const result = v.safeParse(themeFileSchema, value);
  if (!result.success) return { problems: [...new Set(result.issues.map(described))] };

  // The editor's address of the schema ends here: nothing that could be an address goes on to be drawn.
  const { $schema: _, ...tokens } = result.output;
  const problems = [...unreadable(tokens), ...repeatedColors(tokens)];
  return problems.length > 0 ? { problems } : { theme: { name, ...tokens } };
}

/** Text that is hard to read, as problems. */
function unreadable(tokens: ThemeTokens): string[] {
  return textGrounds(tokens).flatMap(({ text, ink, on, ground }) => {
    const ratio = contrast(ink, ground);
    if (ratio >= minContrast) return [];
    // Rounded down: 4.49 must not read as enough.
    const told = (Math.floor(ratio * 10) / 10).toFixed(1);
    return [`${text}: contrast ${told}:1 on ${on}, must be at least ${minContrast}:1`];
  });
}

/** Tiers of one colour cannot be told apart from a distance. */
function repeatedColors({ palette }: ThemeTokens): string[] {
  return palette.flatMap((color, index) => {
    const first = palette.indexOf(color);
    return first === index ? [] : [`palette[${index}]: is the same as palette[${first}]`];
  });
}

function described({ path: whole, message }: v.BaseIssue<unknown>): string {
  const path = whole ?? [];
  const last = path.at(-1);
  // An array where an object should be lacks all of its tokens; that is not what is wrong with it.
  const isList = typeof last?.key === 'string' && Array.isArray(last.input);
  const where = (isList ? path.slice(0, -1) : path).reduce<string>(
    (joined, { key }) =>
      typeof key === 'number' ? `${joined}[${key}]` : `${joined}${joined && '.'}${String(key)}`,
    '',
  );
  const reason = isList ? 'must be an object, not a list' : message;
  return where === '' ? reason : `${where}: ${reason}`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').slice(0, 200);
}
