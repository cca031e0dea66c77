import type { BoardWord } from '../../tier/messages.ts';
import type { DrawFailure } from './photos.ts';
import type { Say } from './say.ts';

/** Something that went wrong, as people read it. */
export interface Told {
  readonly text: string;
  /** What only the service can say of it, in English. */
  readonly detail?: string;
}

const failed: Readonly<Record<string, BoardWord>> = {
  noConnection: 'noConnection',
  notFound: 'templateGone',
  bodyTooLarge: 'boardTooLarge',
  internal: 'serviceFailed',
  '': 'serviceFailed',
};

/** What is said of a picture that could not be drawn: by the failure's code, else in the service's own words. */
export function toldFailure({ code, message }: DrawFailure, say: Say): Told {
  const word = failed[code];
  return word === undefined ? { text: say('boardRefused'), detail: message } : { text: say(word) };
}

/** What is said while the service has to be left alone: because of a quota, or because it has too much to do. */
export function toldWait(code: string, seconds: number, say: Say): Told {
  return { text: say(code === 'quotaExceeded' ? 'previewWaiting' : 'previewBusy', { seconds }) };
}
