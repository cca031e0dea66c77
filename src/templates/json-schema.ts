import { toJsonSchema } from '@valibot/to-json-schema';
import { templateSchema } from './schema.ts';

/** Returns the JSON schema of a template file, for editors: the text of `data/templates/template.schema.json`. */
export function templateJsonSchema(): string {
  const schema = {
    ...toJsonSchema(templateSchema, { errorMode: 'ignore', typeMode: 'input' }),
    title: 'tierpress template',
  };
  return `${foldShortLists(JSON.stringify(schema, null, 2))}\n`;
}

/** Puts short lists of words on one line, as the formatter requires. */
function foldShortLists(json: string): string {
  return json.replace(/\[\s+([^[\]{}]*?)\s+\]/g, (list, words: string) => {
    const line = `[${words.replace(/\s+/g, ' ')}]`;
    return line.length <= 80 ? line : list;
  });
}
