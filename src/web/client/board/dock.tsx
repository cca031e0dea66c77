import { useLayoutEffect, useState } from 'preact/hooks';
import type { BoardTheme } from '../../tier/board-data.ts';
import { shuffled, sortedBack } from './arrange.ts';
import { ToolButton } from './icons.tsx';
import { shownItem } from './items.ts';
import { MoveBar } from './move-bar.tsx';
import { type Action, type Board, type BoardSetup, type ItemKey, placeOf } from './state.ts';
import { type TileHandlers, Tiles } from './tiles.tsx';
import type { Translate } from './translate.ts';
import type { Moves } from './use-moves.ts';

interface DockProps {
  readonly board: Board;
  readonly setup: BoardSetup;
  readonly pickedUp: ItemKey | undefined;
  readonly current: ItemKey | undefined;
  readonly handlers: TileHandlers;
  readonly root: string;
  readonly theme: BoardTheme;
  readonly moves: Moves;
  readonly labelLength: number;
  readonly act: (action: Action, announcement?: string) => void;
  readonly t: Translate;
}

/** The pool, which stays in sight beneath the tiers, and above it the places for what is picked up. */
export function Dock(props: DockProps) {
  const { board, setup, theme, moves, act, t } = props;
  const { pool } = board;
  const [movesRest, setMovesRest] = useState(false);
  const barProps = { board, setup, theme, t };
  useLayoutEffect(() => {
    if (moves.pickedUp !== undefined) setMovesRest(false);
  }, [moves.pickedUp]);
  const isBlank = setup.template.id === 'custom' && board.own.length === 0;
  return (
    <div class="dock">
      {moves.pickedUp !== undefined ? (
        <ItemBar {...props} item={moves.pickedUp} />
      ) : (
        movesRest &&
        pool.length > 0 && (
          <MoveBar
            {...barProps}
            heading={t('putRestInto', { count: pool.length })}
            here="pool"
            move={(tier) => {
              setMovesRest(false);
              moves.moveRest(tier);
            }}
            close={() => setMovesRest(false)}
          />
        )
      )}
      <section class="pool" aria-label={t('pool')}>
        <div class="pool-head">
          <h2>{`${t('pool')} · ${pool.length}`}</h2>
          <ToolButton
            icon="shuffle"
            name={t('shuffle')}
            isSmall
            disabled={pool.length < 2}
            onClick={() => act({ type: 'orderPool', pool: shuffled(pool, Math.random) }, t('shuffled'))}
          />
          <ToolButton
            icon="sort"
            name={t('sortBack')}
            isSmall
            disabled={pool.length < 2}
            onClick={() => act({ type: 'orderPool', pool: sortedBack(pool) }, t('sortedBack'))}
          />
          <ToolButton
            icon="rest"
            name={t('putRest')}
            isSmall
            disabled={pool.length === 0}
            expanded={movesRest}
            onClick={() => {
              moves.release();
              setMovesRest(moves.pickedUp !== undefined || !movesRest);
            }}
          />
        </div>
        <Tiles {...props} place="pool" items={pool} label={t('pool')} />
        {pool.length === 0 && <p>{t(isBlank ? 'poolBlank' : 'poolEmpty')}</p>}
      </section>
    </div>
  );
}

/** The places for one item. An own item can also be edited and removed there. */
function ItemBar(props: DockProps & { readonly item: ItemKey }) {
  const { board, setup, theme, moves, labelLength, act, item, t } = props;
  const own = board.own.find(({ key }) => key === item);
  const isPhoto = own?.photo !== undefined || own?.url !== undefined;
  return (
    <MoveBar
      board={board}
      setup={setup}
      theme={theme}
      heading={t('moveTo', { item: shownItem(board, item, setup).label })}
      here={placeOf(board, item)?.place}
      move={moves.moveTo}
      putBack={() => moves.moveTo('pool')}
      close={moves.drop}
      field={
        own && (
          <label class="field caption">
            <span>{t(isPhoto ? 'caption' : 'itemLabel')}</span>
            <input
              value={own.label}
              maxLength={labelLength}
              onInput={({ currentTarget: { value: label } }) => {
                // A text without any words would be no item.
                if (isPhoto || label.trim() !== '') act({ type: 'labelItem', item, label });
              }}
            />
          </label>
        )
      }
      t={t}
    >
      {own && (
        <button type="button" class="move-place quiet" onClick={moves.remove}>
          {t('removeItem')}
        </button>
      )}
    </MoveBar>
  );
}
