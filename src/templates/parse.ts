import * as v from 'valibot';
import { parseJsonFile } from '../model/json-file.ts';
import { contradictions, hiddenTemplateSchema, type TemplateFile, templateSchema } from './schema.ts';

/** The content of a file that is drawn or searched, with icons and art by name. */
export type ParsedTemplate = Omit<TemplateFile, '$schema' | 'schemaVersion' | 'sources'>;

/** One line each: file name, path inside the file, reason. */
interface Problems {
  readonly problems: readonly string[];
}

/** Reads the text of a template file. Pure; does not throw for any text. */
export function parseTemplate(
  fileName: string,
  text: string,
): { readonly template: ParsedTemplate } | Problems {
  const parsed = parseJsonFile(text);
  if ('problem' in parsed) return problemsIn(fileName, [parsed.problem]);
  const result = v.safeParse(templateSchema, parsed.value);
  if (!result.success) return problemsIn(fileName, result.issues.map(described));

  const { $schema: _, schemaVersion: __, sources: ___, ...template } = result.output;
  const problems = [...otherNumber(fileName, template.id), ...contradictions(result.output)];
  return problems.length > 0 ? problemsIn(fileName, problems) : { template };
}

/** Reads the text of a file that `parseTemplate` has found valid. */
export function parseValidTemplate(text: string): ParsedTemplate {
  const { $schema: _, schemaVersion: __, sources: ___, ...template }: TemplateFile = JSON.parse(text);
  return template;
}

/** Reads the text of a file that may hide an official template instead of holding one. Pure; does not throw for any text. */
export function parseOwnTemplate(
  fileName: string,
  text: string,
): ReturnType<typeof parseTemplate> | { readonly hides: number } {
  const parsed = parseJsonFile(text);
  const hides = 'value' in parsed && v.is(v.looseObject({ hidden: v.unknown() }), parsed.value);
  if (!hides) return parseTemplate(fileName, text);
  const result = v.safeParse(hiddenTemplateSchema, parsed.value);
  if (!result.success) return problemsIn(fileName, result.issues.map(described));
  const { id } = result.output;
  const problems = otherNumber(fileName, id);
  return problems.length > 0 ? problemsIn(fileName, problems) : { hides: id };
}

function problemsIn(fileName: string, problems: readonly string[]): Problems {
  return { problems: problems.map((problem) => `${fileName}: ${problem}`) };
}

function otherNumber(fileName: string, id: number): string[] {
  const number = Number(/^[1-9]\d*(?=-[a-z0-9-]+\.json$)/u.exec(fileName)?.[0]);
  return number === id ? [] : [`id: is ${id}, so the file must be named ${id}-<words>.json`];
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
