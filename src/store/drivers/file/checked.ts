import * as v from 'valibot';

/** A defect in a file, in a few words and without its content. */
export interface Problem {
  readonly problem: string;
}

/** Validates data. @returns the schema's output, or the first defect */
export function checked<TSchema extends v.GenericSchema>(
  schema: TSchema,
  data: unknown,
): v.InferOutput<TSchema> | Problem {
  const result = v.safeParse(schema, data, { abortEarly: true });
  if (result.success) return result.output;
  const [issue] = result.issues;
  const path = v.getDotPath(issue);
  const what = issue.type === 'strict_object' ? 'is missing, unknown or not an object' : issue.message;
  if (path === null) return { problem: issue.type === 'strict_object' ? 'it is not an object' : what };
  return { problem: `${path} ${what}` };
}
