import { useMemo } from 'preact/hooks';
import { type Shown, shownItem } from './items.ts';
import { labelEms } from './label-size.ts';
import { PhotoFace } from './own-photos.tsx';
import { type Drop, dataNames, useTileDrag } from './sortable.ts';
import type { Board, BoardSetup, ItemKey, Place } from './state.ts';

export interface TileHandlers {
  readonly drop: Drop;
  readonly toggle: (item: ItemKey) => void;
  readonly key: (event: KeyboardEvent, item: ItemKey) => void;
}

/** The tiles of a tier or of the pool. Tab reaches one of them, and the arrow keys the others. */
export function Tiles(props: {
  readonly board: Board;
  readonly setup: BoardSetup;
  readonly place: Place;
  readonly items: readonly ItemKey[];
  readonly label: string;
  readonly pickedUp: ItemKey | undefined;
  /** The tile that had the focus last. */
  readonly current: ItemKey | undefined;
  readonly handlers: TileHandlers;
  readonly root: string;
}) {
  const { board, setup, place, items, label, pickedUp, current, handlers, root } = props;
  const list = useTileDrag(handlers.drop);
  const reachable = current !== undefined && items.includes(current) ? current : items[0];
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari does not announce a list without bullets as a list
    <ul class="tiles" role="list" ref={list} aria-label={label} {...{ [`data-${dataNames.place}`]: place }}>
      {items.map((key) => {
        const shown = shownItem(board, key, setup);
        return (
          <li key={key} {...{ [`data-${dataNames.item}`]: key }}>
            <button
              type="button"
              class="tile"
              title={shown.label}
              aria-label={shown.photo === undefined ? undefined : shown.label}
              aria-pressed={pickedUp === key}
              aria-describedby="board-help"
              tabIndex={key === reachable ? 0 : -1}
              onClick={() => handlers.toggle(key)}
              onKeyDown={(event) => handlers.key(event, key)}
            >
              <TileFace item={shown} root={root} />
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** The picture and the label of an item. */
export function TileFace({ item, root }: { readonly item: Shown; readonly root: string }) {
  const { label, emoji, drawing, host, photo, caption = '' } = item;
  if (photo !== undefined) return <PhotoFace photo={photo} caption={caption} />;
  const symbol = host === undefined ? emoji : '🖼️';
  return (
    <>
      {drawing !== undefined ? (
        <img class="emoji" src={`${root}${drawing}`} alt="" width="36" height="36" draggable={false} />
      ) : (
        symbol !== undefined && (
          <span class="emoji" aria-hidden="true">
            {symbol}
          </span>
        )
      )}
      <TileLabel label={label} lines={drawing === undefined && symbol === undefined ? 4 : 2} />
    </>
  );
}

/** The label of an item, as large as fits into its tile. */
function TileLabel({ label, lines }: { readonly label: string; readonly lines: number }) {
  const ems = useMemo(() => labelEms(label, lines).toFixed(2), [label, lines]);
  return (
    <span class="tile-label" dir="auto" style={{ '--ems': ems, '--lines': lines }}>
      {label}
    </span>
  );
}
