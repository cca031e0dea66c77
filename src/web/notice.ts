import { errorResponse } from '../api/http/error-response.ts';
import { Failure, type FailureCode } from '../model/failure.ts';
import type { Locale, Localized } from '../model/vocabulary.ts';
import type { WebContext } from './context.ts';
import { codesWithDetail, failureMessages } from './failure-messages.ts';
import { messages } from './messages.ts';
import type { Notice } from './parts.tsx';

/** Successful actions by the name that a redirect carries, as in `?done=renamed`. The address never carries a text. */
const doneMessages = {
  renamed: messages.renamed,
  revoked: messages.revoked,
  password: messages.passwordChanged,
  others: messages.otherSessionsEnded,
  saved: messages.saved,
} as const satisfies Record<string, Localized>;

export type Done = keyof typeof doneMessages;

/** Returns the notice for the action that redirected to this page, if any. */
export function doneNotice(ctx: WebContext, locale: Locale): Notice | undefined {
  const done = Object.keys(doneMessages).find((name): name is Done => name === ctx.query['done']);
  return done && { kind: 'good', text: doneMessages[done][locale] };
}

export type FailureMessages = Readonly<Partial<Record<FailureCode, Localized>>>;

/**
 * Runs the action of a form. A failure is shown on a page, with the failure's status, in the page's language. Where only
 * the API's own message names the problem, that message follows in English.
 *
 * @param overrides messages of this form for some failures
 */
export async function showFailure(
  ctx: WebContext,
  locale: Locale,
  overrides: FailureMessages,
  action: () => Promise<void>,
  showPage: (notice: Notice) => Promise<void>,
): Promise<void> {
  try {
    await action();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { status, headers, body } = errorResponse(error);
    ctx.state.failure = error;
    ctx.status = status;
    ctx.set(headers);
    const override = overrides[error.code];
    const text = (override ?? failureMessages[error.code])[locale];
    const hasDetail = override === undefined && codesWithDetail.has(error.code);
    await showPage({ kind: 'bad', text, ...(hasDetail && { detail: body.message }) });
  }
}
