import { toJsonSchema } from '@valibot/to-json-schema';
import { templateSchema } from './schema.ts';

/** The JSON schema of a template's file, for editors: text of `data/templates/template.schema.json`. */
export function templateJsonSchema(): string {
  const schema = {
    ...toJsonSchema(templateSchema, { errorMode: 'ignore', typeMode: 'input' }),
    title: 'tierpress template',
  };
  return `${foldShortLists(JSON.stringify(schema, null, 2))}\n`;
}

/** Lists of words on one line, as the formatter wants them. */
function foldShortLists(json: string): string {
  return json.replace(/\[\s+([^[\]{}]*?)\s+\]/g, (list, words: string) => {
    const line = `[${words.replace(/\s+/g, ' ')}]`;
    return line.length <= 80 ? line : list;
  });
}
