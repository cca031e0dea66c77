import { toJsonSchema } from '@valibot/to-json-schema';
import { configFileSchema, type SettingName, settingNames, settings } from './settings.ts';

/** Returns the text of `data/config.schema.json`, with which editors check `data/config.json`. */
export function configJsonSchema(): string {
  const whole = toJsonSchema(configFileSchema, {
    errorMode: 'ignore',
    typeMode: 'input',
  });
  const described = settingNames.map((name) => {
    const property = whole.properties?.[name];
    return [name, { ...(typeof property === 'object' && property), description: descriptionOf(name) }];
  });
  const schema = {
    ...whole,
    properties: { ...whole.properties, ...Object.fromEntries(described) },
    title: 'tierpress configuration',
  };
  return `${foldShortLists(JSON.stringify(schema, null, 2))}\n`;
}

/** Returns the description without Markdown, which not all editors render. */
function descriptionOf(name: SettingName): string {
  const { description, defaultText } = settings[name];
  return `${description} Default: ${defaultText}.`.replaceAll('`', '').replace(/\[(\w+)\]\(#\w+\)/, '$1');
}

/** Puts lists of words on one line, as the formatter does. */
function foldShortLists(json: string): string {
  return json.replace(/\[\s+([^[\]{}]*?)\s+\]/g, (_, words: string) => `[${words.replace(/\s+/g, ' ')}]`);
}
