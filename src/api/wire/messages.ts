import type * as v from 'valibot';

/** The number of issues that one message reports. */
const maxIssues = 3;

/** Returns the message of a schema for a value of the wrong type. */
export function mustBe(what: string) {
  return (issue: v.BaseIssue<unknown>): string =>
    isMissing(issue) ? 'is required' : `must be ${what}, not ${nameOf(issue.input)}`;
}

/** Describes the first few issues of a value, each as `path: problem`, joined by `; `. */
export function describeIssues(issues: readonly [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]]): string {
  const descriptions = new Set(issues.slice(0, maxIssues).map(describeIssue));
  return [...descriptions].join('; ');
}

function describeIssue(outer: v.BaseIssue<unknown>): string {
  const issue = relevantIssue(outer);
  const path = [...(outer.path ?? []), ...(issue === outer ? [] : (issue.path ?? []))];
  const last = path.at(-1);
  if (typeof last?.key === 'string' && Array.isArray(last.input)) {
    // valibot reports the missing fields of an array that should be an object; the wrong type is the actual problem.
    return join(path.slice(0, -1), 'must be an object, not an array');
  }
  return join(path, issue.message);
}

/** Returns the issue to report. For a union, this is the issue of the alternative with the right type. */
function relevantIssue(issue: v.BaseIssue<unknown>): v.BaseIssue<unknown> {
  const inner =
    issue.type === 'union' ? issue.issues?.find((sub) => sub.kind !== 'schema' || sub.path) : undefined;
  return inner ?? issue;
}

/** Returns whether a field is missing. valibot reports this as an issue of the object, with the path of the field. */
function isMissing(issue: v.BaseIssue<unknown>): boolean {
  return issue.path?.at(-1)?.origin === 'key' && issue.input === undefined;
}

function join(path: readonly v.IssuePathItem[], what: string): string {
  const text = formatPath(path.map((item) => item.key));
  return text === '' ? what : `${text}: ${what}`;
}

/** Formats a path as `tiers[2].items[0]`. */
export function formatPath(keys: readonly unknown[]): string {
  return keys.reduce<string>((path, key) => {
    if (typeof key === 'number') return `${path}[${key}]`;
    return path === '' ? String(key) : `${path}.${String(key)}`;
  }, '');
}

function nameOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  switch (typeof value) {
    case 'string':
      return 'a text';
    case 'number':
      return 'a number';
    case 'boolean':
      return String(value);
    default:
      return 'an object';
  }
}
