import { limits } from '../../model/limits.ts';
import { keyCreated, keyRenamed, keysAnswer } from './account-examples.ts';
import { anyBody, anyTime, anyWrite, noSession, type Operation, otherOrigin } from './operation.ts';

export const keyOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/api/v1/keys',
    operationId: 'listKeys',
    tag: 'Keys',
    summary: 'List your keys',
    description: 'The keys of the account that is logged in, its plan, and what it has used of it.',
    security: ['session'],
    answers: {
      200: {
        description: 'All keys of the account.',
        schema: 'KeysAnswer',
        examples: { keys: { summary: 'One key', value: keysAnswer } },
      },
    },
    errors: { ...anyTime, 401: noSession },
  },
  {
    method: 'post',
    path: '/api/v1/keys',
    operationId: 'createKey',
    tag: 'Keys',
    summary: 'Make a key',
    description: `An account may have up to ${limits.keysPerAccount}. The key is in the answer and can never be seen again.`,
    security: ['session'],
    body: {
      schema: 'NewKey',
      isOptional: true,
      examples: { named: { summary: 'A key with a name', value: { name: keyCreated.name } } },
    },
    answers: {
      200: {
        description: 'The new key.',
        schema: 'NewKeyAnswer',
        examples: { key: { summary: 'A key', value: keyCreated } },
      },
    },
    errors: { ...anyBody, ...anyWrite, 401: noSession, 403: otherOrigin },
  },
  {
    method: 'patch',
    path: '/api/v1/keys/{id}',
    operationId: 'renameKey',
    tag: 'Keys',
    summary: 'Rename a key',
    description: 'The key itself stays as it is.',
    security: ['session'],
    pathParameters: { id: { description: 'The id of the key.', example: keyCreated.id } },
    body: {
      schema: 'KeyChange',
      examples: { named: { summary: 'Another name', value: { name: keyRenamed.key.name } } },
    },
    answers: {
      200: {
        description: 'The key with its new name.',
        schema: 'KeyAnswer',
        examples: { key: { summary: 'A key', value: keyRenamed } },
      },
    },
    errors: {
      ...anyBody,
      ...anyWrite,
      401: noSession,
      403: otherOrigin,
      404: 'The account has no such key.',
    },
  },
  {
    method: 'delete',
    path: '/api/v1/keys/{id}',
    operationId: 'revokeKey',
    tag: 'Keys',
    summary: 'Revoke a key',
    description: 'It stops working at once and for good.',
    security: ['session'],
    pathParameters: { id: { description: 'The id of the key.', example: keyCreated.id } },
    answers: { 200: { description: 'Revoked.', schema: 'Done' } },
    errors: {
      ...anyTime,
      ...anyWrite,
      401: noSession,
      403: otherOrigin,
      404: 'The account has no such key.',
    },
  },
];
