import { type Action, type Board, changed, type Setting } from './state.ts';

/** A board with what came before and what was undone. */
export interface History {
  readonly past: readonly Board[];
  readonly present: Board;
  readonly future: readonly Board[];
  /** What the last change was about: typing on is one change, and not one for each letter. */
  readonly about: string | undefined;
}

export type Step = Action | { readonly type: 'undo' } | { readonly type: 'redo' };

const maxPast = 200;

export function begin(present: Board): History {
  return { past: [], present, future: [], about: undefined };
}

/** The history after a step: the very same one when that changes nothing. */
export function stepped(history: History, step: Step, setting: Setting): History {
  const { past, present, future } = history;
  if (step.type === 'undo') {
    const before = past.at(-1);
    if (before === undefined) return history;
    return { past: past.slice(0, -1), present: before, future: [present, ...future], about: undefined };
  }
  if (step.type === 'redo') {
    const [next, ...rest] = future;
    if (next === undefined) return history;
    return { past: [...past, present], present: next, future: rest, about: undefined };
  }
  const next = changed(present, step, setting);
  if (next === present) return history;
  const about = subjectOf(step);
  const goesOn = about !== undefined && about === history.about;
  return { past: goesOn ? past : [...past, present].slice(-maxPast), present: next, future: [], about };
}

function subjectOf(action: Action): string | undefined {
  switch (action.type) {
    case 'title':
      return 'title';
    case 'renameTier':
    case 'colorTier':
      return `${action.type} ${action.tier}`;
    default:
      return undefined;
  }
}
