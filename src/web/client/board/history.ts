import { type Action, applyAction, type Board, type BoardSetup } from './state.ts';

/** The board with the states before it and those that were undone. */
export interface History {
  readonly past: readonly Board[];
  readonly present: Board;
  readonly future: readonly Board[];
  /** The field that the last change edited: consecutive edits of one field are one change. */
  readonly subject: string | undefined;
  /** The board before it was last started over, which is stored with it. */
  readonly cleared: Board | undefined;
}

export type Step =
  | Action
  | { readonly type: 'undo' }
  | { readonly type: 'redo' }
  /** Goes on with another board. */
  | { readonly type: 'load'; readonly board: Board; readonly before: Board | undefined };

const maxPast = 200;

/** @param before the board before it was last started over */
export function startHistory(present: Board, before?: Board): History {
  const past = before === undefined ? [] : [before];
  return { past, present, future: [], subject: undefined, cleared: before };
}

/** Returns the board before it was last started over, unless that was undone. */
export function boardBefore({ past, cleared }: History): Board | undefined {
  return cleared !== undefined && past.includes(cleared) ? cleared : undefined;
}

/** Returns the history after a step, or the same object when the step changes nothing. */
export function applyStep(history: History, step: Step, setup: BoardSetup): History {
  const { past, present, future, cleared } = history;
  if (step.type === 'load') return startHistory(step.board, step.before);
  if (step.type === 'undo') {
    const before = past.at(-1);
    if (before === undefined) return history;
    return {
      past: past.slice(0, -1),
      present: before,
      future: [present, ...future],
      subject: undefined,
      cleared,
    };
  }
  if (step.type === 'redo') {
    const [next, ...rest] = future;
    if (next === undefined) return history;
    return { past: [...past, present], present: next, future: rest, subject: undefined, cleared };
  }
  const next = applyAction(present, step, setup);
  if (next === present) return history;
  const subject = subjectOf(step);
  const continuesEdit = subject !== undefined && subject === history.subject;
  return {
    past: continuesEdit ? past : [...past, present].slice(-maxPast),
    present: next,
    future: [],
    subject,
    cleared: step.type === 'startOver' ? present : cleared,
  };
}

function subjectOf(action: Action): string | undefined {
  switch (action.type) {
    case 'title':
      return 'title';
    case 'renameTier':
    case 'colorTier':
      return `${action.type} ${action.tier}`;
    case 'labelItem':
      return `${action.type} ${action.item}`;
    default:
      return undefined;
  }
}
