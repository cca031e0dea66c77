import type * as v from 'valibot';
import { limits } from '../../model/limits.ts';
import type { HeaderName } from './headers.ts';
import type { AnswerSchemaName, RequestSchemaName } from './schemas.ts';

/** Groups of operations, as readers see them. */
export const tags = {
  Rendering: 'Making pictures, and fetching them. Pictures are made with an API key.',
  Templates: 'Finding official templates: their tiers, their items, and how they look.',
  Session: 'Logging in and out. A session lives in a cookie that scripts of a page cannot read.',
  Accounts: 'Accounts, their plans and passwords; mostly for admins.',
  Keys: 'The API keys of the account that is logged in.',
  Service: 'What those who run the service ask it.',
} as const;

/** Ways to say who is calling, as names of security schemes. */
export type Credentials = 'bearerKey' | 'headerKey' | 'session';

/** One line of the table that the OpenAPI document is made from. */
export interface Operation {
  readonly method: 'get' | 'head' | 'post' | 'put' | 'patch' | 'delete';
  /** With `{name}` for each parameter of the path. */
  readonly path: string;
  readonly operationId: string;
  readonly tag: keyof typeof tags;
  readonly summary: string;
  readonly description: string;
  /** Any one of these will do; `nobody`: it works without, too. */
  readonly security: readonly (Credentials | 'nobody')[];
  readonly pathParameters?: Readonly<Record<string, PathParameter>>;
  readonly query?: { readonly entries: Readonly<Record<string, v.GenericSchema>> };
  readonly body?: {
    readonly schema: RequestSchemaName;
    readonly isOptional?: boolean;
    readonly examples: Readonly<Record<string, Example>>;
  };
  readonly answers: Readonly<Record<number, Answer>>;
  /** What can go wrong, by status. */
  readonly errors: Readonly<Record<number, ErrorAnswer>>;
  /** Whether the answers tell how much of the quota is left, to all who came with a valid key. */
  readonly isCounted?: boolean;
}

interface PathParameter {
  readonly description: string;
  readonly example: string;
}

export interface Example {
  readonly summary: string;
  readonly value: unknown;
}

export interface Answer {
  readonly description: string;
  readonly headers?: readonly HeaderName[];
  /** A JSON body. */
  readonly schema?: AnswerSchemaName;
  readonly examples?: Readonly<Record<string, Example>>;
  /** Any other body, by media type, with the JSON schema of its text; bytes have none. */
  readonly content?: Readonly<Record<string, { readonly schema?: object; readonly example?: unknown }>>;
}

/** When it happens, or that and a message as it may be sent. */
export type ErrorAnswer = string | { readonly when: string; readonly message: string };

/** What can happen to whatever is asked. */
export const anyTime = {
  400: 'Something in the request is not valid; the message says where and what.',
  500: 'Something went wrong in the service. Nothing is charged.',
} as const;

/** What can happen to a request with a body. */
export const anyBody = {
  ...anyTime,
  413: `The body is larger than ${limits.bodyBytes / 1024} KiB.`,
  415: 'The body is not declared as JSON in UTF-8 (`Content-Type: application/json`).',
} as const;

/** What can happen where something is written. */
export const anyWrite = {
  503: 'The service cannot write at the moment. Nothing has changed.',
} as const;

export const noSession: ErrorAnswer = {
  when: 'Nobody is logged in.',
  message: 'You must be logged in; an API key will not do here',
};

/** What browsers send for other pages is not listened to. */
export const otherOrigin = 'The request comes from a page of another origin.';
