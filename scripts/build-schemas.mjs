// Writes the JSON schemas of the files that people write to dist/schema/: the package exports them for editors.
import { mkdir, writeFile } from 'node:fs/promises';
import { configJsonSchema } from '../dist/config/json-schema.js';
import { templateJsonSchema } from '../dist/templates/json-schema.js';
import { themeJsonSchema } from '../dist/themes/json-schema.js';

const schemas = { config: configJsonSchema(), template: templateJsonSchema(), theme: themeJsonSchema() };

await mkdir('dist/schema', { recursive: true });
for (const [name, text] of Object.entries(schemas)) await writeFile(`dist/schema/${name}.json`, text);
