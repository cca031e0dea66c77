import type * as v from 'valibot';

/** How many of the things that are wrong are told at once. */
const toldAtOnce = 3;

/** The message of a schema for a value of the wrong type. */
export function mustBe(what: string) {
  return (issue: v.BaseIssue<unknown>): string =>
    isMissing(issue) ? 'is required' : `must be ${what}, not ${nameOf(issue.input)}`;
}

/** What is wrong with a value, as `path: what`, the first few things joined by `; `. */
export function describeIssues(issues: readonly [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]]): string {
  const told = new Set(issues.slice(0, toldAtOnce).map(describeIssue));
  return [...told].join('; ');
}

function describeIssue(outer: v.BaseIssue<unknown>): string {
  const issue = telling(outer);
  const path = [...(outer.path ?? []), ...(issue === outer ? [] : (issue.path ?? []))];
  const last = path.at(-1);
  if (typeof last?.key === 'string' && Array.isArray(last.input)) {
    // An array where an object should be has none of its fields; that is not what is wrong with it.
    return join(path.slice(0, -1), 'must be an object, not an array');
  }
  return join(path, issue.message);
}

/** Of a union, what the alternative that the value was meant to be has to say: the one that got past the type. */
function telling(issue: v.BaseIssue<unknown>): v.BaseIssue<unknown> {
  const inner =
    issue.type === 'union' ? issue.issues?.find((sub) => sub.kind !== 'schema' || sub.path) : undefined;
  return inner ?? issue;
}

/** valibot reports a missing field as an issue of the object, at the field. */
function isMissing(issue: v.BaseIssue<unknown>): boolean {
  return issue.path?.at(-1)?.origin === 'key' && issue.input === undefined;
}

function join(path: readonly v.IssuePathItem[], what: string): string {
  const text = formatPath(path.map((item) => item.key));
  return text === '' ? what : `${text}: ${what}`;
}

/** `tiers[2].items[0]` */
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
