import * as v from 'valibot';
import { contradictions, type TemplateFile, templateSchema } from './schema.ts';

/** What a file says, with its icons and drawings still by name. */
export type ParsedTemplate = Omit<TemplateFile, '$schema' | 'schemaVersion'>;

type Parsed =
  | { readonly template: ParsedTemplate }
  /** One line each: file name, path inside the file, reason. */
  | { readonly problems: readonly string[] };

/** Reads the text of one template file. Pure; never throws for what the text holds. */
export function parseTemplate(fileName: string, text: string): Parsed {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/u, ''));
  } catch (error) {
    return { problems: [`${fileName}: is not JSON: ${oneLine(String(error))}`] };
  }
  const result = v.safeParse(templateSchema, value);
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

/** valibot's own words speak of keys and types; a person mending a file needs less. */
function reason(issue: Issue): string {
  if (issue.type !== 'strict_object') return issue.message;
  if (issue.expected === 'never') return 'is not a field of a template';
  // At a missing key the issue stands on the key; at a value of the wrong type, on the value.
  return issue.path?.at(-1)?.origin === 'key' ? 'is missing' : 'must be an object';
}

function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').slice(0, 200);
}
