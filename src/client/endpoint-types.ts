import type * as v from 'valibot';
import type { ReadonlyDeep } from '../api/wire/readonly-deep.ts';

/** The parts of an endpoint that the types below depend on. */
export interface AnyEndpoint {
  readonly method: string;
  readonly path: string;
  readonly body?: { readonly schema: v.GenericSchema };
  readonly query?: v.GenericSchema;
  readonly answers: { readonly 200: { readonly schema?: v.GenericSchema } };
}

/** The body of a request. */
export type BodyOf<TEndpoint extends AnyEndpoint> = ReadonlyDeep<
  v.InferInput<NonNullable<NonNullable<TEndpoint['body']>['schema']>>
>;

/** The parameters of a query, before they are converted to text. */
export type QueryOf<TEndpoint extends AnyEndpoint> = {
  readonly [Name in keyof v.InferOutput<NonNullable<TEndpoint['query']>>]?:
    | v.InferOutput<NonNullable<TEndpoint['query']>>[Name]
    | undefined;
};

/** The JSON body of the answer. */
export type AnswerOf<TEndpoint extends AnyEndpoint> = v.InferOutput<
  NonNullable<TEndpoint['answers'][200]['schema']>
>;

/** A path with its parameters filled in: `/api/v1/keys/:id` is `/api/v1/keys/${string}`. */
export type FilledPath<Path extends string> = Path extends `${infer Start}:${infer Rest}`
  ? Rest extends `${string}/${infer End}`
    ? `${Start}${string}/${FilledPath<End>}`
    : `${Start}${string}`
  : Path;
