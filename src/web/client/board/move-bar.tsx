import type { ComponentChildren } from 'preact';
import type { BoardTheme } from '../../tier/board-data.ts';
import type { Board, BoardSetup, Place } from './state.ts';
import { TierButton } from './tier-button.tsx';
import type { Translate } from './translate.ts';

/** A button for each place to which something can move: ranking without dragging. */
export function MoveBar(props: {
  readonly board: Board;
  readonly setup: BoardSetup;
  readonly theme: BoardTheme;
  readonly heading: string;
  /** The place where it is. */
  readonly here: Place | undefined;
  readonly move: (tier: number) => void;
  /** Moves it to the pool. Absent for what is all there. */
  readonly putBack?: () => void;
  readonly close: () => void;
  /** More buttons. */
  readonly children?: ComponentChildren;
  /** What stands beside the heading. */
  readonly field?: ComponentChildren;
  readonly t: Translate;
}) {
  const { board, setup, theme, heading, here, move, putBack, close, children, field, t } = props;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to a form
    <div class="move-bar" role="group" aria-label={heading}>
      <div class="move-head">
        <p dir="auto">{heading}</p>
        {field}
        <button type="button" class="quiet close" onClick={close}>
          {t('close')}
        </button>
      </div>
      <div class="move-places">
        {board.tiers.map(({ key }, row) => (
          <TierButton
            key={key}
            {...{ board, setup, theme, row, t }}
            isHere={here === key}
            move={() => move(key)}
          />
        ))}
        {putBack && (
          <button
            type="button"
            class="move-place quiet"
            aria-current={here === 'pool' ? 'true' : undefined}
            onClick={putBack}
          >
            {t('pool')}
          </button>
        )}
        {children}
      </div>
    </div>
  );
}
