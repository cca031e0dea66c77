import type { ComponentChildren } from 'preact';
import { inkOn } from '../../../themes/contrast.ts';
import type { BoardTheme } from '../../tier/board-data.ts';
import { tierColor } from './request.ts';
import type { Board, BoardSetup } from './state.ts';
import { shownTitle, type Translate } from './translate.ts';

/** A button in the colour of a tier, which moves something there. */
export function TierButton(props: {
  readonly board: Board;
  readonly setup: BoardSetup;
  readonly theme: BoardTheme;
  readonly row: number;
  /** Whether what it would move is there already. */
  readonly isHere?: boolean;
  readonly move: () => void;
  /** Before its title. */
  readonly children?: ComponentChildren;
  readonly t: Translate;
}) {
  const { board, setup, theme, row, isHere = false, move, children, t } = props;
  const color = tierColor(board, row, theme, setup);
  return (
    <button
      type="button"
      class="move-place"
      style={{ background: color, color: inkOn(color, theme.colors) }}
      aria-current={isHere ? 'true' : undefined}
      onClick={move}
    >
      {children}
      {shownTitle(board.tiers[row]?.title ?? '', t)}
    </button>
  );
}
