import type { SignedIn } from '../../http/sign-in.ts';
import { type SessionAnswerBody, sessionAnswerSchema } from '../../wire/accounts.ts';
import type { AnswerDocs } from '../define-endpoint.ts';
import { exampleSession } from './examples.ts';

/** The answer of an endpoint that begins a session. */
export const beginsSession: AnswerDocs<SessionAnswerBody> = {
  description: 'Logged in.',
  headers: ['Set-Cookie'],
  schema: sessionAnswerSchema,
  examples: { session: { summary: 'The new session', value: exampleSession } },
};

export function sessionAnswer({ account, expiresAt }: SignedIn): SessionAnswerBody {
  return { success: true, user: account, expiresAt: expiresAt.toISOString() };
}
