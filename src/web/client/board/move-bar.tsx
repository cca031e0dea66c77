import { inkOn } from '../../../themes/contrast.ts';
import type { BoardTheme } from '../../tier/board-data.ts';
import { tierColor } from './request.ts';
import { type Board, type BoardSetup, type ItemKey, type Place, placeOf } from './state.ts';
import { shownTitle, type Translate } from './translate.ts';

/** A button for each place to which the item that is picked up can move: ranking without dragging. */
export function MoveBar(props: {
  readonly board: Board;
  readonly setup: BoardSetup;
  readonly theme: BoardTheme;
  readonly item: ItemKey;
  readonly label: string;
  readonly move: (to: Place) => void;
  /** Only for an own item. */
  readonly remove: (() => void) | undefined;
  readonly close: () => void;
  readonly t: Translate;
}) {
  const { board, setup, theme, item, label, move, remove, close, t } = props;
  const here = placeOf(board, item)?.place;
  const heading = t('moveTo', { item: label });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to a form
    <div class="move-bar" role="group" aria-label={heading}>
      <p dir="auto">{heading}</p>
      <div class="move-places">
        {board.tiers.map(({ key, title }, row) => {
          const color = tierColor(board, row, theme, setup);
          return (
            <button
              key={key}
              type="button"
              class="move-place"
              style={{ background: color, color: inkOn(color, theme.colors) }}
              aria-current={here === key ? 'true' : undefined}
              onClick={() => move(key)}
            >
              {shownTitle(title, t)}
            </button>
          );
        })}
        <button
          type="button"
          class="move-place quiet"
          aria-current={here === 'pool' ? 'true' : undefined}
          onClick={() => move('pool')}
        >
          {t('pool')}
        </button>
        {remove !== undefined && (
          <button type="button" class="move-place quiet" onClick={remove}>
            {t('removeItem')}
          </button>
        )}
        <button type="button" class="move-place quiet close" onClick={close}>
          {t('close')}
        </button>
      </div>
    </div>
  );
}
