import { useLayoutEffect, useReducer } from 'preact/hooks';
import type { BoardData } from '../../tier/board-data.ts';
import { applyStep, type History, type Step, startHistory } from './history.ts';
import type { Board, BoardSetup } from './state.ts';
import { readStorage, restoreBoard, serializeBoard, writeStorage } from './storage.ts';

interface BoardState {
  readonly board: Board;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly dispatch: (step: Step) => void;
}

/** Holds the board with its history. The browser's storage keeps the board over visits. */
export function useBoard(data: BoardData, setup: BoardSetup): BoardState {
  const storageKey = `tierpress:board:${data.template.id}`;
  const [history, dispatch] = useReducer(
    (state: History, step: Step) => applyStep(state, step, setup),
    undefined,
    () => {
      const themes = data.themes.map(({ name }) => name);
      return startHistory(restoreBoard(readStorage(storageKey), setup, themes));
    },
  );
  const board = history.present;
  // Saves at once, since the page may be closed a moment later.
  useLayoutEffect(
    () => writeStorage(storageKey, serializeBoard(board, data.locale)),
    [board, storageKey, data.locale],
  );
  return { board, canUndo: history.past.length > 0, canRedo: history.future.length > 0, dispatch };
}
