import * as v from 'valibot';
import { parseJsonFile } from '../model/json-file.ts';
import { contradictions, type TemplateFile, templateSchema } from './schema.ts';

/** The content of a file, with icons and art by name. */
export type ParsedTemplate = Omit<TemplateFile, '$schema' | 'schemaVersion'>;

type Parsed =
  | { readonly template: ParsedTemplate }
  /** One line each: file name, path inside the file, reason. */
  | { readonly problems: readonly string[] };

/** Reads the text of a template file. Pure; does not throw for any text. */
export function parseTemplate(fileName: string, text: string): Parsed {
  const parsed = parseJsonFile(text);
  if ('problem' in parsed) return { problems: [`${fileName}: ${parsed.problem}`] };
  const result = v.safeParse(templateSchema, parsed.value);
  if (!result.success) return { problems: result.issues.map((issue) => `${fileName}: ${described(issue)}`) };

  const { $schema: _, schemaVersion: __, ...template } = result.output;
  const problems = contradictions(result.output);
  if (Number(/^[1-9]\d*(?=-[a-z0-9-]+\.json$)/u.exec(fileName)?.[0]) !== template.id) {
    problems.unshift(`id: is ${template.id}, so the file must be named ${template.id}-<words>.json`);
  }
  if (problems.length > 0) return { problems: problems.map((problem) => `${fileName}: ${problem}`) };
  return { template };
}

type Issue = v.BaseIssue<unknown>;

function described(issue: Issue): string {
  const path = (issue.path ?? []).reduce(
    (joined, { type, key }) => (type === 'array' ? `${joined}[${key}]` : `${joined}${joined && '.'}${key}`),
    '',
  );
  return path === '' ? reason(issue) : `${path}: ${reason(issue)}`;
}

/** Replaces valibot's messages about keys and types with shorter ones. */
function reason(issue: Issue): string {
  if (issue.type !== 'strict_object') return issue.message;
  if (issue.expected === 'never') return 'is not a field of a template';
  // The issue of a missing key is on the key; that of a value with the wrong type is on the value.
  return issue.path?.at(-1)?.origin === 'key' ? 'is missing' : 'must be an object';
}
