import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { inkOn } from '../../../themes/contrast.ts';
import type { BoardTheme } from '../../tier/board-data.ts';
import { tierColor } from './request.ts';
import { dataNames } from './sortable.ts';
import type { Action, Board, BoardSetup, ItemKey, Tier } from './state.ts';
import { type TileHandlers, Tiles } from './tiles.tsx';
import { shownTitle, type Translate } from './translate.ts';

/** A tier: its title, its tiles, and its settings behind a button. */
export function TierRow(props: {
  readonly board: Board;
  readonly setup: BoardSetup;
  readonly theme: BoardTheme;
  readonly tier: Tier;
  readonly row: number;
  readonly pickedUp: ItemKey | undefined;
  readonly current: ItemKey | undefined;
  readonly handlers: TileHandlers;
  readonly act: (action: Action, announcement?: string) => void;
  /** From 0. */
  readonly moveTo: (row: number) => void;
  readonly titleLength: number;
  readonly root: string;
  readonly t: Translate;
}) {
  const { board, setup, theme, tier, row, act, moveTo, t } = props;
  const [isOpen, setOpen] = useState(false);
  const title = shownTitle(tier.title, t);
  const name = t('tier', { title });
  const color = tierColor(board, row, theme, setup);
  const tools = `tier-tools-${tier.key}`;
  const count = board.tiers.length;
  // A row that changes its place in the page loses the focus, and so does a button that is disabled.
  const pressed = useRef<HTMLButtonElement>();
  useLayoutEffect(() => {
    const button = pressed.current;
    const others = button?.parentElement?.querySelectorAll<HTMLButtonElement>('.move-tier:enabled');
    (button?.disabled ? others?.[0] : button)?.focus();
    pressed.current = undefined;
  }, [row]);
  const moveButton = (name: string, to: number) => (
    <button
      type="button"
      class="quiet move-tier"
      disabled={to < 0 || to >= count}
      onClick={({ currentTarget }) => {
        pressed.current = currentTarget;
        moveTo(to);
      }}
    >
      {name}
    </button>
  );
  return (
    <section class="tier" aria-label={name} {...{ [`data-${dataNames.tier}`]: tier.key }}>
      <div
        class="tier-head"
        dir="auto"
        title={t('dragTier')}
        style={{ background: color, color: inkOn(color, theme.colors) }}
      >
        <span class={sizeOf(tier.title)}>{tier.title}</span>
      </div>
      <Tiles {...props} place={tier.key} items={tier.items} label={name} />
      <button
        type="button"
        class="tier-edit"
        aria-expanded={isOpen}
        aria-controls={tools}
        aria-label={t('editTier', { title })}
        onClick={() => setOpen(!isOpen)}
      >
        <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
          <path d="M4 17.3V20h2.7L17 9.7 14.3 7 4 17.3zM19.3 7.4a1 1 0 0 0 0-1.4l-1.3-1.3a1 1 0 0 0-1.4 0L15.4 5.9l2.7 2.7z" />
        </svg>
      </button>
      <div class="tier-tools" id={tools} hidden={!isOpen}>
        <label class="field">
          <span>{t('tierTitle')}</span>
          <input
            value={tier.title}
            maxLength={props.titleLength}
            onInput={({ currentTarget }) =>
              act({ type: 'renameTier', tier: tier.key, title: currentTarget.value })
            }
          />
        </label>
        <label class="field color">
          <span>{t('tierColor')}</span>
          <input
            type="color"
            value={color}
            onInput={({ currentTarget }) =>
              act({ type: 'colorTier', tier: tier.key, color: currentTarget.value.toLowerCase() })
            }
          />
        </label>
        <div class="actions">
          {tier.color !== null && (
            <button
              type="button"
              class="quiet"
              onClick={() => act({ type: 'colorTier', tier: tier.key, color: null })}
            >
              {t('themeColor')}
            </button>
          )}
          {moveButton(t('moveUp'), row - 1)}
          {moveButton(t('moveDown'), row + 1)}
          <button
            type="button"
            class="quiet"
            disabled={count === 1}
            onClick={({ currentTarget }) => {
              const row = currentTarget.closest('section');
              const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
              neighbour?.querySelector<HTMLElement>('.tier-edit')?.focus();
              act({ type: 'removeTier', tier: tier.key }, t('tierRemoved', { title }));
            }}
          >
            {t('removeTier')}
          </button>
        </div>
      </div>
    </section>
  );
}

/** Longer titles are smaller, as on the image. */
function sizeOf(title: string): string {
  if (title.length <= 2) return 'large';
  return title.length <= 10 ? 'middle' : 'small';
}
