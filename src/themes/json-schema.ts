import { toJsonSchema } from '@valibot/to-json-schema';
import { themeFileSchema } from './schema.ts';

/** Returns the JSON schema of a theme file, for editors: the text of `theme.schema.json` next to the themes. */
export function themeJsonSchema(): string {
  const schema = {
    ...toJsonSchema(themeFileSchema, { typeMode: 'input' }),
    title: 'tierpress theme',
  };
  return `${foldLists(JSON.stringify(schema, null, 2))}\n`;
}

const lineWidth = 110;

/** Puts lists of words on one line if they fit, as the formatter requires. */
function foldLists(json: string): string {
  return json.replace(
    /^(.*)\[\s+([^[\]{}]*?)\s+\](,?)$/gm,
    (whole, before: string, words: string, comma: string) => {
      const line = `${before}[${words.replace(/\s+/g, ' ')}]${comma}`;
      return line.length > lineWidth ? whole : line;
    },
  );
}
