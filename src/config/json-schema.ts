import { toJsonSchema } from '@valibot/to-json-schema';
import { configFileSchema } from './settings.ts';

/** The JSON schema of `data/config.json`, for editors: text of `data/config.schema.json`. */
export function configJsonSchema(): string {
  const schema = {
    ...toJsonSchema(configFileSchema, { errorMode: 'ignore', typeMode: 'input' }),
    title: 'tierpress configuration',
  };
  return `${foldShortLists(JSON.stringify(schema, null, 2))}\n`;
}

/** Lists of words on one line, as the formatter wants them. */
function foldShortLists(json: string): string {
  return json.replace(/\[\s+([^[\]{}]*?)\s+\]/g, (_, words: string) => `[${words.replace(/\s+/g, ' ')}]`);
}
