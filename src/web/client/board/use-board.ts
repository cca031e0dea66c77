import { useLayoutEffect, useReducer } from 'preact/hooks';
import type { BoardKeeper } from './board-keeper.ts';
import { applyStep, boardBefore, type History, type Step, startHistory } from './history.ts';
import type { Board, BoardSetup } from './state.ts';

interface BoardState {
  readonly board: Board;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly dispatch: (step: Step) => void;
}

/** Holds the board with its history, and has it stored. */
export function useBoard(keeper: BoardKeeper, setup: BoardSetup): BoardState {
  const [history, dispatch] = useReducer(
    (state: History, step: Step) => applyStep(state, step, setup),
    undefined,
    () => startHistory(keeper.current.board, keeper.current.before),
  );
  const board = history.present;
  useLayoutEffect(
    () =>
      keeper.onLoad((how) => {
        const { current } = keeper;
        dispatch(
          how === 'changed'
            ? { type: 'open', board: current.board }
            : { type: 'load', board: current.board, before: current.before },
        );
      }),
    [keeper],
  );
  // Saves at once, since the page may be closed a moment later.
  useLayoutEffect(() => keeper.save(board, boardBefore(history)), [keeper, board]);
  return { board, canUndo: history.past.length > 0, canRedo: history.future.length > 0, dispatch };
}
