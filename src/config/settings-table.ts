import { dataDirVariable, settingNames, settings } from './settings.ts';

const dataDirRow = [
  `\`${dataDirVariable}\``,
  '',
  '[depends on the form](#where-the-data-lies)',
  'The folder of everything that the service writes.',
];

/** Returns the table of all settings in `docs/operating.md`. */
function settingsTable(): string {
  const rows = settingNames.map((name) => {
    const { env, defaultText, description } = settings[name];
    return [env.map((variable) => `\`${variable}\``).join(', '), `\`${name}\``, defaultText, description];
  });
  return [['environment', 'in the file', 'default', ''], ['---', '---', '---', '---'], dataDirRow, ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

/** Matches the table between its two markers. */
const place = /(?<=<!-- settings: [^>]*-->\n).*?(?=\n<!-- end of settings -->)/s;

/** Returns the text of `docs/operating.md` with an up-to-date table. */
export function withSettingsTable(document: string): string {
  return document.replace(place, () => settingsTable());
}
