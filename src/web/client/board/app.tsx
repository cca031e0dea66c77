import { useLayoutEffect, useMemo, useReducer, useRef, useState } from 'preact/hooks';
import type { BoardData, BoardTheme } from '../../tier/board-data.ts';
import { Choices } from './choices.tsx';
import { begin, type History, type Step, stepped } from './history.ts';
import { shownItem } from './items.ts';
import { keyDeed } from './keys.ts';
import { MoveBar } from './move-bar.tsx';
import { OwnItems } from './own-items.tsx';
import { drawer } from './photos.ts';
import { PreviewCard } from './preview-card.tsx';
import { isWorthDrawing, requestOf } from './request.ts';
import { RequestCard } from './request-card.tsx';
import { restored, savedText } from './saved.ts';
import { speaker } from './say.ts';
import { useTierDrag } from './sortable.ts';
import {
  type Board,
  type ItemKey,
  itemsIn,
  type OwnItem,
  type Place,
  placeOf,
  type Setting,
} from './state.ts';
import { TierRow } from './tier-row.tsx';
import { type TileHandlers, Tiles } from './tiles.tsx';
import { usePreview } from './use-preview.ts';

/** A tile that has been picked up, and where it was. */
interface Picked {
  readonly item: ItemKey;
  readonly from: { readonly place: Place; readonly index: number };
}

/** The ranking board. */
export function App({ data }: { data: BoardData }) {
  const { template, limits, addresses } = data;
  const say = useMemo(() => speaker(data), [data]);
  const draw = useMemo(() => drawer(addresses.render), [addresses]);
  const setting: Setting = useMemo(
    () => ({
      template,
      ...data.defaults,
      locale: data.locale,
      maxTiers: limits.tiers,
      maxItems: limits.poolItems,
    }),
    [data],
  );
  const shelf = `tierpress:board:${template.id}`;
  const [history, step] = useReducer(
    (state: History, next: Step) => stepped(state, next, setting),
    undefined,
    () =>
      begin(
        restored(
          readShelf(shelf),
          setting,
          data.themes.map(({ name }) => name),
        ),
      ),
  );
  const board = history.present;
  // At once: whoever closes the page a moment later finds the last change, too.
  useLayoutEffect(() => writeShelf(shelf, savedText(board, data.locale)), [board, shelf, data.locale]);

  const [told, tell] = useState('');
  const [picked, setPicked] = useState<Picked>();
  const [current, setCurrent] = useState<ItemKey>();
  const area = useRef<HTMLDivElement>(null);
  /** The tile that is to have the focus once the page shows the board as it is then. */
  const [focus, setFocus] = useState<{ readonly item: ItemKey }>();
  // Before the page is painted: whoever types fast presses the next key on the next tile.
  useLayoutEffect(() => {
    if (focus === undefined) return;
    const tile = area.current?.querySelector<HTMLElement>(`[data-item="${CSS.escape(focus.item)}"] button`);
    tile?.focus();
    tile?.scrollIntoView({ block: 'nearest' });
  }, [focus]);
  const toFocus = (item: ItemKey) => {
    setCurrent(item);
    setFocus({ item });
  };

  const labelOf = (item: ItemKey) => shownItem(board, item, setting).label;
  const titleOf = (tier: number): string => {
    const title = board.tiers.find(({ key }) => key === tier)?.title.trim() ?? '';
    return title === '' ? say('unnamedTier') : title;
  };
  const nameOf = (place: Place): string => {
    return place === 'pool' ? say('pool') : say('tier', { title: titleOf(place) });
  };
  const place = (item: ItemKey, to: Place, at?: number) => {
    const others = itemsIn(board, to).filter((one) => one !== item).length;
    const position = Math.min(at ?? others, others) + 1;
    step({ type: 'place', item, to, ...(at !== undefined && { at }) });
    tell(say('placed', { item: labelOf(item), place: nameOf(to), position, count: others + 1 }));
    setCurrent(item);
  };
  const pick = (item: ItemKey) => {
    const from = placeOf(board, item);
    if (from === undefined) return;
    setPicked({ item, from });
    tell(say('picked', { item: labelOf(item) }));
    toFocus(item);
  };
  const layDown = () => {
    if (picked === undefined) return;
    setPicked(undefined);
    tell(say('laidDown', { item: labelOf(picked.item) }));
    toFocus(picked.item);
  };
  const handlers: TileHandlers = {
    drop(item, to, at) {
      setPicked(undefined);
      place(item, to, at);
    },
    toggle: (item) => (picked?.item === item ? layDown() : pick(item)),
    key(event, item) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const deed = keyDeed(board, item, event.key, picked?.item === item);
      if (deed === undefined) return;
      event.preventDefault();
      if (deed.kind === 'go') toFocus(deed.item);
      else if (deed.kind === 'place') {
        const next = deed.at === undefined && picked === undefined ? neighbour(board, item) : undefined;
        place(item, deed.to, deed.at);
        // Whoever places with figures goes on with the next tile; a tile that is carried keeps the focus.
        toFocus(next ?? item);
      } else if (picked !== undefined) {
        place(item, picked.from.place, picked.from.index);
        setPicked(undefined);
        tell(say('putBack', { item: labelOf(item) }));
        toFocus(item);
      }
    },
  };
  const moveTier = (key: number, to: number) => {
    step({ type: 'moveTier', tier: key, to });
    tell(say('tierMovedTo', { title: titleOf(key), position: to + 1, count: board.tiers.length }));
  };
  const rows = useTierDrag(moveTier);
  const back = (type: 'undo' | 'redo') => {
    setPicked(undefined);
    step({ type });
    tell(say(type === 'undo' ? 'undone' : 'redone'));
  };
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.matches('input, textarea, select');
      if (isTyping || event.altKey || !(event.ctrlKey || event.metaKey)) return;
      const key = event.key.toLowerCase();
      if (key !== 'z' && key !== 'y') return;
      event.preventDefault();
      back(key === 'y' || event.shiftKey ? 'redo' : 'undo');
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
  const act = (action: Step, text?: string) => {
    step(action);
    if (text !== undefined) tell(text);
  };
  const add = (items: readonly Omit<OwnItem, 'key'>[]): boolean => {
    const room = limits.poolItems - board.own.length;
    step({ type: 'addItems', items });
    tell(say('added', { count: Math.min(room, items.length) }));
    return items.length <= room;
  };

  const theme = themeOf(data, board.theme);
  const request = requestOf(board, setting);
  const drawable = isWorthDrawing(board) ? request : undefined;
  const [preview, again] = usePreview(drawable && JSON.stringify(drawable), draw);
  useLayoutEffect(() => wear(theme), [theme]);
  const shared = {
    board,
    setting,
    picked: picked?.item,
    current,
    handlers,
    root: addresses.root,
  };
  return (
    <div class={`board-page${picked ? ' has-picked' : ''}`} ref={area}>
      <div class="board-column">
        {template.id === 'custom' && <OwnItems add={add} limits={limits} say={say} />}
        <div class="toolbar">
          <button
            type="button"
            class="quiet"
            disabled={history.past.length === 0}
            onClick={() => back('undo')}
          >
            {say('undo')}
          </button>
          <button
            type="button"
            class="quiet"
            disabled={history.future.length === 0}
            onClick={() => back('redo')}
          >
            {say('redo')}
          </button>
          <button
            type="button"
            class="quiet"
            disabled={board.tiers.length >= limits.tiers}
            onClick={() => act({ type: 'addTier', title: say('newTier') })}
          >
            {say('addTier')}
          </button>
          <button
            type="button"
            class="quiet"
            onClick={() => {
              setPicked(undefined);
              act({ type: 'startOver' }, say('startedOver'));
            }}
          >
            {say('startOver')}
          </button>
        </div>
        <div class="surface">
          <div class="tiers" ref={rows}>
            {board.tiers.map((tier, row) => (
              <TierRow
                key={tier.key}
                {...shared}
                theme={theme}
                tier={tier}
                row={row}
                act={act}
                moveTo={(to) => moveTier(tier.key, to)}
                titleLength={limits.tierTitleLength}
                say={say}
              />
            ))}
          </div>
          <section class="pool" aria-label={say('pool')}>
            <h2>{`${say('pool')} · ${board.pool.length}`}</h2>
            <Tiles {...shared} place="pool" items={board.pool} label={say('pool')} />
            {board.pool.length === 0 && (
              <p>{say(template.id === 'custom' && board.own.length === 0 ? 'poolBlank' : 'poolEmpty')}</p>
            )}
          </section>
        </div>
        <p id="board-help" class="quiet small">
          {say('help')}
        </p>
      </div>
      <div class="side-column">
        <PreviewCard
          data={data}
          board={board}
          setting={setting}
          request={drawable}
          preview={preview}
          again={again}
          draw={draw}
          tell={tell}
          fileName={fileNameOf(board.title ?? template.title[board.locale])}
          say={say}
        />
        <div class="card">
          <Choices board={board} data={data} act={act} say={say} />
        </div>
        <RequestCard request={request} api={addresses.api} tell={tell} say={say} />
      </div>
      {picked && (
        <MoveBar
          board={board}
          setting={setting}
          theme={theme}
          item={picked.item}
          label={labelOf(picked.item)}
          move={(to) => {
            setPicked(undefined);
            place(picked.item, to);
            toFocus(picked.item);
          }}
          remove={
            board.own.some(({ key }) => key === picked.item)
              ? () => {
                  setPicked(undefined);
                  act(
                    { type: 'removeItem', item: picked.item },
                    say('itemRemoved', { item: labelOf(picked.item) }),
                  );
                }
              : undefined
          }
          close={layDown}
          say={say}
        />
      )}
      <p class="told" role="status">
        {told}
      </p>
    </div>
  );
}

/** @throws Error when there is none at all, with which no service starts */
function themeOf({ themes }: BoardData, name: string): BoardTheme {
  const theme = themes.find((one) => one.name === name) ?? themes[0];
  if (theme === undefined) throw new Error('there is no theme');
  return theme;
}

/** The whole page has the colours of the board's theme at hand: what is dragged leaves the board. */
function wear({ colors }: BoardTheme): void {
  const { style } = document.body;
  for (const part of ['ground', 'lane', 'tile', 'label', 'title'] as const) {
    style.setProperty(`--board-${part}`, colors[part]);
  }
}

/** The tile that comes after one, or before it where it is the last. */
function neighbour(board: Board, item: ItemKey): ItemKey | undefined {
  const here = placeOf(board, item);
  if (here === undefined) return undefined;
  const items = itemsIn(board, here.place);
  return items[here.index + 1] ?? items[here.index - 1];
}

function fileNameOf(title: string): string {
  const name = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
  return name === '' ? 'tier-list' : name.slice(0, 80);
}

/** Storage may be switched off or full; then the work lasts as long as the page. */
function readShelf(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

function writeShelf(name: string, text: string): void {
  try {
    localStorage.setItem(name, text);
  } catch {
    // See readShelf.
  }
}
