import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { hasCode } from '../model/error-code.ts';
import { parseJsonFile } from '../model/json-file.ts';

/** An optional file next to the templates, with the ids of the templates to list first. */
export const recommendedFile = 'recommended.json';

const schema = v.strictObject(
  {
    $schema: v.optional(v.string('must be a text')),
    schemaVersion: v.literal(1, 'must be 1, the format this version reads'),
    templates: v.array(
      v.pipe(v.number('must be a number'), v.safeInteger('must be a whole number')),
      'must be a list of ids',
    ),
  },
  'must be an object',
);

type Recommended =
  | { readonly ids: readonly number[] }
  /** One line each. */
  | { readonly problems: readonly string[] };

/** Reads the order in which templates are recommended. */
export async function readRecommended(templatesDir: string): Promise<Recommended> {
  let text: string;
  try {
    text = await readFile(join(templatesDir, recommendedFile), 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return { ids: [] };
    return { problems: [`${recommendedFile}: cannot be read`] };
  }
  const parsed = parseJsonFile(text);
  if ('problem' in parsed) return { problems: [`${recommendedFile}: ${parsed.problem}`] };
  const result = v.safeParse(schema, parsed.value);
  if (result.success) return { ids: result.output.templates };
  return {
    problems: result.issues.map((issue) =>
      [recommendedFile, v.getDotPath(issue), issue.message].filter(Boolean).join(': '),
    ),
  };
}
