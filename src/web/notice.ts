import { errorAnswer } from '../api/http/error-body.ts';
import { Failure, type FailureCode } from '../model/failure.ts';
import type { Locale, Localized } from '../model/vocabulary.ts';
import type { WebContext } from './context.ts';
import { detailed, failureWords } from './failure-messages.ts';
import { words } from './messages.ts';
import type { Notice } from './parts.tsx';

/** What a form that went well leaves in the address that it leads to, as `?done=renamed`: never a text, only a name. */
const done = {
  renamed: words.renamed,
  revoked: words.revoked,
  password: words.passwordChanged,
  others: words.othersEnded,
  saved: words.saved,
} as const satisfies Record<string, Localized>;

export type Done = keyof typeof done;

/** What the page that a form leads to says of it. */
export function doneNotice(ctx: WebContext, locale: Locale): Notice | undefined {
  const name = Object.keys(done).find((known): known is Done => known === ctx.query['done']);
  return name && { kind: 'good', text: done[name][locale] };
}

export type FailureWords = Readonly<Partial<Record<FailureCode, Localized>>>;

/**
 * Does what a form asks for. A failure is told on a page, with its status, in the reader's language; where only the
 * API's own message says what is wrong, that stands behind, in English.
 *
 * @param own what this form says of some failures
 */
export async function told(
  ctx: WebContext,
  locale: Locale,
  own: FailureWords,
  act: () => Promise<void>,
  tell: (notice: Notice) => Promise<void>,
): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { status, headers, body } = errorAnswer(error);
    ctx.state.failure = error;
    ctx.status = status;
    ctx.set(headers);
    const text = (own[error.code] ?? failureWords[error.code])[locale];
    const isWhole = own[error.code] !== undefined || !detailed.has(error.code);
    await tell({ kind: 'bad', text, ...(!isWhole && { detail: body.message }) });
  }
}
