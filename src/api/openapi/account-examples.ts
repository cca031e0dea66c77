import { passwordLink as passwordAddress } from '../../model/addresses.ts';
import type {
  PasswordLinkBody,
  SessionAnswerBody,
  UserAnswerBody,
  UserBody,
  UsersAnswerBody,
} from '../wire/accounts.ts';
import type { KeyAnswerBody, KeyCreatedBody, KeysAnswerBody } from '../wire/keys.ts';

/** One small world that all examples of accounts and keys live in. */
const createdAt = '2026-12-01T09:30:00.000Z';

const ann: UserBody = {
  id: 'acc_Xw2bEr7fQk1z',
  email: 'ann@example.org',
  plan: 'enterprise',
  admin: true,
  disabled: false,
  createdAt,
};
const ben: UserBody = {
  ...ann,
  id: 'acc_T0aGlmB6qKx0',
  email: 'ben@example.org',
  plan: 'creator',
  admin: false,
};

export const passwordToken = 'YtR1mB6qKx0hZs3vNnWjDp4cFuTgA7L';

export const passwordLink: PasswordLinkBody = {
  url: passwordAddress('https://tiers.example.org', passwordToken),
  expiresAt: '2026-12-04T09:30:00.000Z',
};

export const sessionAnswer: SessionAnswerBody = {
  success: true,
  user: ann,
  expiresAt: '2026-12-31T12:00:00.000Z',
};

export const invitedAnswer: UserAnswerBody = { success: true, user: ben, passwordLink };
export const changedAnswer: UserAnswerBody = { success: true, user: { ...ben, plan: 'business' } };

export const usersAnswer: UsersAnswerBody = {
  success: true,
  users: [
    { ...ann, keys: 1, usage: { minute: 0, day: 12 } },
    { ...ben, keys: 2, usage: { minute: 4, day: 118 } },
  ],
  page: 1,
  limit: 24,
  total: 2,
};

const weekly: KeysAnswerBody['keys'][number] = {
  id: 'key_8YtR1mB6qKx0',
  name: 'weekly newsletter',
  hint: 'sk_live_…c5iU',
  createdAt,
  lastUsedAt: '2026-12-02T07:00:04.120Z',
  usage: { minute: 4, day: 118 },
};

export const keysAnswer: KeysAnswerBody = {
  success: true,
  keys: [weekly],
  plan: 'creator',
  limits: { minute: 30, day: 500 },
  usage: { minute: 4, day: 118 },
};

export const keyRenamed: KeyAnswerBody = { success: true, key: { ...weekly, name: 'monthly newsletter' } };

export const keyCreated: KeyCreatedBody = {
  success: true,
  id: 'key_8YtR1mB6qKx0',
  name: 'weekly newsletter',
  key: `sk_live_${'EXAMPLE'.repeat(5)}KEY`,
  createdAt,
};
