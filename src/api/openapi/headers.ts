import type { JsonSchema } from '@valibot/to-json-schema';

interface Header {
  readonly description: string;
  /** Whether it is always there where the document names it. */
  readonly required: boolean;
  readonly schema: JsonSchema;
  readonly example: string | number;
}

const text = (pattern?: string): JsonSchema => ({
  type: 'string',
  ...(pattern !== undefined && { pattern }),
});

/** A list of structured fields (RFC 9651) whose members are quoted names with whole numbers as parameters. */
const counts = '^"[^"]*"(;[a-z]+=[^,;]+)*(, *"[^"]*"(;[a-z]+=[^,;]+)*)*$';

/** The headers of answers. */
export const headers = {
  'X-Request-Id': {
    description: 'Names the request in the log of the service. One that a proxy gave is kept.',
    required: true,
    schema: text('^[\\w-]{8,64}$'),
    example: '5f0c8f2e-6f0a-4a53-9d0a-0c6b6b3f6f0e',
  },
  'RateLimit-Policy': {
    description:
      'The quotas of the plan (IETF draft RateLimit header fields): how many renders (`q`) in how many seconds (`w`). ' +
      'A plan without quotas says `"unlimited";q=999999999999999`.',
    required: true,
    schema: text(counts),
    example: '"minute";q=3;w=60, "day";q=50;w=86400',
  },
  RateLimit: {
    description:
      'What is left of them: how many renders (`r`), and in how many seconds all are there again (`t`).',
    required: true,
    schema: text(counts),
    example: '"minute";r=2;t=60, "day";r=49;t=35460',
  },
  'Retry-After': {
    description: 'Seconds after which trying again makes sense.',
    required: true,
    schema: { type: 'integer', minimum: 0 },
    example: 42,
  },
  'WWW-Authenticate': {
    description: 'How to say who is calling.',
    required: true,
    schema: text(),
    example: 'Bearer',
  },
  'Set-Cookie': {
    description: 'Sets the session cookie, or takes it away.',
    required: false,
    schema: text(),
    example: 'tierpress_session=pZ1F…; path=/; expires=Thu, 31 Dec 2026 12:00:00 GMT; samesite=lax; httponly',
  },
  ETag: {
    description: 'For asking again with `If-None-Match`.',
    required: true,
    schema: text('^(W/)?".*"$'),
    example: '"ZlXq8g0p4cX1vYJtq2m0Zr3b1b8hWn7sK0aQeT5u"',
  },
  'Cache-Control': {
    description: 'How long the answer may be kept.',
    required: true,
    schema: text(),
    example: 'public, max-age=604800, immutable',
  },
  'Accept-Ranges': {
    description: 'Parts can be asked for.',
    required: true,
    schema: text('^bytes$'),
    example: 'bytes',
  },
  'Content-Range': {
    description: 'Which part this is, or how large the whole is.',
    required: true,
    schema: text('^bytes (\\d+-\\d+|\\*)/\\d+$'),
    example: 'bytes 0-1023/54210',
  },
} as const satisfies Record<string, Header>;

export type HeaderName = keyof typeof headers;

export function referencesTo(names: readonly HeaderName[]): Record<string, { $ref: string }> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** The headers that belong to a status, whatever was asked. */
export function headersOfStatus(status: number): readonly HeaderName[] {
  if (status === 401) return ['WWW-Authenticate'];
  return status === 429 || status === 503 ? ['Retry-After'] : [];
}
