import type { LoginOffer } from '../../tier/board-data.ts';
import type { BoardMessageKey } from '../../tier/messages.ts';
import type { Refusal, RenderFailure } from './post-board.ts';
import type { Translate } from './translate.ts';

/** A message in the page's language. */
export interface UserMessage {
  readonly text: string;
  /** The service's own message, in English, where the text is general. */
  readonly detail?: string;
  /** Whether logging in would help. */
  readonly offersLogin?: boolean;
}

const failureKeys: Readonly<Record<string, BoardMessageKey>> = {
  noConnection: 'noConnection',
  notFound: 'templateGone',
  bodyTooLarge: 'boardTooLarge',
  internal: 'serviceFailed',
  '': 'serviceFailed',
};

/** Returns the message for a board that could not be drawn, with the service's own message where its code has none. */
export function failureMessage({ code, message }: RenderFailure, t: Translate): UserMessage {
  const key = failureKeys[code];
  return key === undefined ? { text: t('boardRejected'), detail: message } : { text: t(key) };
}

/** Returns the message for a preview that waits: too many were drawn, or the service is busy. */
export function waitMessage(code: string, seconds: number, t: Translate): UserMessage {
  return { text: t(code === 'quotaExceeded' ? 'previewWaiting' : 'previewBusy', { seconds }) };
}

/** Returns the message for an image that the service did not draw. */
export function refusalMessage(
  refusal: Refusal,
  { isLoggedIn, givesMore }: LoginOffer,
  t: Translate,
): UserMessage {
  if (refusal.kind === 'failed') return failureMessage(refusal.failure, t);
  const { code, seconds, message, usedUp } = refusal;
  if (code !== 'quotaExceeded') return { text: t('imageBusy', { seconds }) };
  if (usedUp === 'minute') return { text: t('imageWaiting', { seconds }) };
  if (usedUp === undefined) return { text: t('imageRefused'), detail: message };
  return isLoggedIn ? { text: t('planUsedUp') } : { text: t('quotaUsedUp'), offersLogin: givesMore };
}
