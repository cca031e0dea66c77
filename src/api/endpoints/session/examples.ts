import type { SessionAnswerBody, UserBody } from '../../wire/accounts.ts';

/** The admin and the other account in the examples of the OpenAPI document. */
export const exampleAdmin: UserBody = {
  id: 'acc_Xw2bEr7fQk1z',
  email: 'ann@example.org',
  plan: 'enterprise',
  admin: true,
  disabled: false,
  createdAt: '2026-12-01T09:30:00.000Z',
};
export const exampleUser: UserBody = {
  ...exampleAdmin,
  id: 'acc_T0aGlmB6qKx0',
  email: 'ben@example.org',
  plan: 'creator',
  admin: false,
};

export const examplePassword = 'correct horse battery staple';
export const exampleToken = 'YtR1mB6qKx0hZs3vNnWjDp4cFuTgA7L';

export const exampleSession: SessionAnswerBody = {
  success: true,
  user: exampleAdmin,
  expiresAt: '2026-12-31T12:00:00.000Z',
};
