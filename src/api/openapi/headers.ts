import type { JsonSchema } from '@valibot/to-json-schema';

interface Header {
  readonly description: string;
  /** Whether the header is present in every answer that lists it. */
  readonly required: boolean;
  readonly schema: JsonSchema;
  readonly example: string | number;
}

const text = (pattern?: string): JsonSchema => ({
  type: 'string',
  ...(pattern !== undefined && { pattern }),
});

/** A list of structured fields (RFC 9651) whose members are quoted names with whole numbers as parameters. */
const quotaList = '^"[^"]*"(;[a-z]+=[^,;]+)*(, *"[^"]*"(;[a-z]+=[^,;]+)*)*$';

/** The headers of answers. */
export const headers = {
  'X-Request-Id': {
    description: "Names the request in the service's log. An id sent by a proxy is reused.",
    required: true,
    schema: text('^[\\w-]{8,64}$'),
    example: '5f0c8f2e-6f0a-4a53-9d0a-0c6b6b3f6f0e',
  },
  'RateLimit-Policy': {
    description:
      'The quotas of the plan (IETF draft RateLimit header fields): how many renders (`q`) in how many seconds (`w`). ' +
      'For a plan without quotas the value is `"unlimited";q=999999999999999`. Absent while the store does not answer.',
    required: false,
    schema: text(quotaList),
    example: '"minute";q=3;w=60, "day";q=50;w=86400',
  },
  RateLimit: {
    description:
      'What is left of the quotas: how many renders (`r`), and after how many seconds the whole quota is available again (`t`). ' +
      'Absent while the store does not answer.',
    required: false,
    schema: text(quotaList),
    example: '"minute";r=2;t=60, "day";r=49;t=35460',
  },
  'Retry-After': {
    description: 'Seconds after which another attempt makes sense.',
    required: true,
    schema: { type: 'integer', minimum: 0 },
    example: 42,
  },
  'WWW-Authenticate': {
    description: 'How to authenticate.',
    required: true,
    schema: text(),
    example: 'Bearer',
  },
  Allow: {
    description: 'The methods of the path.',
    required: true,
    schema: text('^[A-Z]+(, [A-Z]+)*$'),
    example: 'GET, HEAD, OPTIONS',
  },
  'Set-Cookie': {
    description: 'Sets the session cookie, or deletes it.',
    required: false,
    schema: text(),
    example: 'tierpress_session=pZ1F…; path=/; expires=Thu, 31 Dec 2026 12:00:00 GMT; samesite=lax; httponly',
  },
  ETag: {
    description: 'The version, for conditional requests with `If-None-Match`.',
    required: true,
    schema: text('^(W/)?".*"$'),
    example: '"ZlXq8g0p4cX1vYJtq2m0Zr3b1b8hWn7sK0aQeT5u"',
  },
  'Cache-Control': {
    description: 'How long caches may keep the answer.',
    required: true,
    schema: text(),
    example: 'public, max-age=604800, immutable',
  },
  'X-Content-Type-Options': {
    description: 'The media type is as declared.',
    required: true,
    schema: text('^nosniff$'),
    example: 'nosniff',
  },
  'Accept-Ranges': {
    description: 'Requests for ranges of bytes work.',
    required: true,
    schema: text('^bytes$'),
    example: 'bytes',
  },
  'Content-Range': {
    description: 'Which part this is, or the size of the whole.',
    required: true,
    schema: text('^bytes (\\d+-\\d+|\\*)/\\d+$'),
    example: 'bytes 0-1023/54210',
  },
} as const satisfies Record<string, Header>;

export type HeaderName = keyof typeof headers;

export function headerReferences(names: readonly HeaderName[]): Record<string, { $ref: string }> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
