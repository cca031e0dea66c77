import type { BoardMessageKey } from '../../tier/messages.ts';
import type { RenderFailure } from './render-client.ts';
import type { Translate } from './translate.ts';

/** A message in the page's language. */
export interface UserMessage {
  readonly text: string;
  /** The service's own message, in English, where the text is general. */
  readonly detail?: string;
}

const failureKeys: Readonly<Record<string, BoardMessageKey>> = {
  noConnection: 'noConnection',
  notFound: 'templateGone',
  bodyTooLarge: 'boardTooLarge',
  internal: 'serviceFailed',
  '': 'serviceFailed',
};

/** Returns the message for an image that could not be drawn, with the service's own message where its code has none. */
export function failureMessage({ code, message }: RenderFailure, t: Translate): UserMessage {
  const key = failureKeys[code];
  return key === undefined ? { text: t('boardRejected'), detail: message } : { text: t(key) };
}

/** Returns the message for a wait: because of a quota, or because the service is busy. */
export function waitMessage(code: string, seconds: number, t: Translate): UserMessage {
  return { text: t(code === 'quotaExceeded' ? 'previewWaiting' : 'previewBusy', { seconds }) };
}
