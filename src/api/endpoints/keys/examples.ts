import type { KeysAnswerBody } from '../../wire/keys.ts';

/** A key in the examples of the OpenAPI document. */
export const exampleKey: KeysAnswerBody['keys'][number] = {
  id: 'key_8YtR1mB6qKx0',
  name: 'weekly newsletter',
  hint: 'sk_live_…c5iU',
  createdAt: '2026-12-01T09:30:00.000Z',
  lastUsedAt: '2026-12-02T07:00:04.120Z',
  usage: { minute: 4, day: 118 },
};

/** The path parameter of endpoints for one key. */
export const keyId = { id: { description: 'The id of the key.', example: exampleKey.id } };
