import { Failure, type FailureCode } from '../../model/failure.ts';
import type { Locale, Localized } from '../../model/words.ts';
import type { WebContext } from '../context.ts';
import { words } from '../words.ts';
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

const usual: FailureWords = {
  quotaExceeded: words.tooManyTries,
  noCapacity: words.tryLater,
  storeUnavailable: words.tryLater,
};

/**
 * Does what a form asks for. A failure is told on a page, with its status: in the reader's language where this form has
 * words for it, in those of the API otherwise.
 */
export async function told(
  ctx: WebContext,
  locale: Locale,
  own: FailureWords,
  act: () => Promise<void>,
  tell: (notice: Notice) => void,
): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    ctx.state.failure = error;
    ctx.status = error.status;
    if (error.retryAfter !== undefined) ctx.set('Retry-After', String(Math.ceil(error.retryAfter)));
    const text = { ...usual, ...own }[error.code]?.[locale];
    tell({ kind: 'bad', ...(text === undefined ? { text: error.message, lang: 'en' } : { text }) });
  }
}
