import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { BoardTheme } from '../../tier/board-data.ts';
import { shownItem } from './items.ts';
import type { Action, Board, BoardSetup } from './state.ts';
import { TierButton } from './tier-button.tsx';
import { TileFace } from './tiles.tsx';
import type { Translate } from './translate.ts';

/** Asks for the whole screen. Where there is none to be had, the presentation fills the window. */
export async function fillScreen(): Promise<void> {
  try {
    await document.documentElement.requestFullscreen();
  } catch {
    // Some phones have no full screen for pages, and a user may forbid it.
  }
}

/** The pool on the whole screen, one item at a time. Keys 1 to 9 place the item, the arrow keys turn over, Escape leaves. */
export function Presentation(props: {
  readonly board: Board;
  readonly setup: BoardSetup;
  readonly theme: BoardTheme;
  readonly root: string;
  readonly canUndo: boolean;
  readonly undo: () => void;
  readonly act: (action: Action) => void;
  readonly close: () => void;
  readonly t: Translate;
}) {
  const { board, setup, theme, root, canUndo, undo, act, close, t } = props;
  const { pool, tiers } = board;
  const [position, setPosition] = useState(0);
  const dialog = useRef<HTMLDialogElement>(null);
  const closeButton = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const { current } = dialog;
    current?.showModal();
    // The browser itself ends full screen at Escape, without an event of the keyboard.
    const leave = () => {
      if (document.fullscreenElement === null) close();
    };
    document.addEventListener('fullscreenchange', leave);
    return () => {
      document.removeEventListener('fullscreenchange', leave);
      if (document.fullscreenElement !== null) void document.exitFullscreen();
      // Returns the focus to the button that opened it.
      current?.close();
    };
    // `close` always does the same.
  }, []);

  const item = pool[position] ?? pool[0];
  const isDone = item === undefined;
  useLayoutEffect(() => {
    if (isDone) closeButton.current?.focus();
  }, [isDone]);
  const shown = item === undefined ? undefined : shownItem(board, item, setup);
  const placed = tiers.reduce((sum, tier) => sum + tier.items.length, 0);
  const total = placed + pool.length;
  const turn = (by: number) => setPosition((pool.indexOf(item ?? '') + by + pool.length) % pool.length);
  const place = (row: number) => {
    const tier = tiers[row];
    if (item !== undefined && tier !== undefined) act({ type: 'place', item, to: tier.key });
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (/^[1-9]$/.test(event.key)) place(Number(event.key) - 1);
    else if (event.key === 'ArrowRight') turn(1);
    else if (event.key === 'ArrowLeft') turn(-1);
  };
  return (
    <dialog class="presentation" ref={dialog} aria-label={t('present')} onKeyDown={onKey} onClose={close}>
      <div class="stage-head">
        <progress value={placed} max={total} aria-hidden="true" />
        <span>{t('placedOf', { placed, total })}</span>
        <button type="button" class="quiet" disabled={!canUndo} onClick={undo}>
          {t('undo')}
        </button>
        <button type="button" class="quiet" ref={closeButton} onClick={close}>
          {t('close')}
        </button>
      </div>
      <div class="stage" role="status">
        {shown === undefined ? <p>{t('poolEmpty')}</p> : <TileFace key={item} item={shown} root={root} />}
      </div>
      {!isDone && (
        <div class="stage-places">
          {tiers.map(({ key }, row) => (
            <TierButton key={key} {...{ board, setup, theme, row, t }} move={() => place(row)}>
              {row < 9 && (
                <span class="stage-key" aria-hidden="true">
                  {row + 1}
                </span>
              )}
            </TierButton>
          ))}
          <button type="button" class="move-place quiet" disabled={pool.length < 2} onClick={() => turn(1)}>
            {t('skip')}
          </button>
        </div>
      )}
    </dialog>
  );
}
