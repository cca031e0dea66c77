import { inkOn } from '../../../themes/contrast.ts';
import type { BoardTheme } from '../../tier/board-data.ts';
import { tierColor } from './request.ts';
import type { Say } from './say.ts';
import { type Board, type ItemKey, type Place, placeOf, type Setting } from './state.ts';

/** Where a tile that has been tapped can go, a button each: ranking without dragging. */
export function MoveBar(props: {
  readonly board: Board;
  readonly setting: Setting;
  readonly theme: BoardTheme;
  readonly item: ItemKey;
  readonly label: string;
  readonly move: (to: Place) => void;
  /** For an own item. */
  readonly remove: (() => void) | undefined;
  readonly close: () => void;
  readonly say: Say;
}) {
  const { board, setting, theme, item, label, move, remove, close, say } = props;
  const here = placeOf(board, item)?.place;
  const heading = say('moveTo', { item: label });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to a form
    <div class="move-bar" role="group" aria-label={heading}>
      <p dir="auto">{heading}</p>
      <div class="move-places">
        {board.tiers.map(({ key, title }, row) => {
          const color = tierColor(board, row, theme, setting);
          const name = title.trim() === '' ? say('unnamedTier') : title;
          return (
            <button
              key={key}
              type="button"
              class="move-place"
              style={{ background: color, color: inkOn(color, theme.colors) }}
              aria-current={here === key ? 'true' : undefined}
              onClick={() => move(key)}
            >
              {name}
            </button>
          );
        })}
        <button
          type="button"
          class="move-place quiet"
          aria-current={here === 'pool' ? 'true' : undefined}
          onClick={() => move('pool')}
        >
          {say('pool')}
        </button>
        {remove !== undefined && (
          <button type="button" class="move-place quiet" onClick={remove}>
            {say('removeItem')}
          </button>
        )}
        <button type="button" class="move-place quiet close" onClick={close}>
          {say('close')}
        </button>
      </div>
    </div>
  );
}
