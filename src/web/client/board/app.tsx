import { useMemo, useState } from 'preact/hooks';
import type { BoardData } from '../../tier/board-data.ts';
import type { Step } from './history.ts';
import { ImageOptions } from './image-options.tsx';
import { shownItem } from './items.ts';
import { MoveBar } from './move-bar.tsx';
import { OwnItems } from './own-items.tsx';
import { PreviewCard } from './preview-card.tsx';
import { createRenderClient } from './render-client.ts';
import { hasPlacedItems, requestOf } from './request.ts';
import { RequestCard } from './request-card.tsx';
import { useTierDrag } from './sortable.ts';
import type { BoardSetup, OwnItem } from './state.ts';
import { themeOf, useThemeColors } from './theme-colors.ts';
import { TierRow } from './tier-row.tsx';
import { Tiles } from './tiles.tsx';
import { Toolbar } from './toolbar.tsx';
import { createTranslate, shownTitle } from './translate.ts';
import { useBoard } from './use-board.ts';
import { useMoves } from './use-moves.ts';
import { usePreview } from './use-preview.ts';

/** The ranking board. */
export function App({ data }: { data: BoardData }) {
  const { template, limits, addresses } = data;
  const t = useMemo(() => createTranslate(data), [data]);
  const renderImage = useMemo(() => createRenderClient(addresses.render), [addresses]);
  const setup = useMemo(() => boardSetup(data), [data]);
  const { board, canUndo, canRedo, dispatch } = useBoard(data, setup);
  const [announcement, announce] = useState('');
  const moves = useMoves({ board, setup, dispatch, announce, t });
  const { pickedUp } = moves;

  const act = (action: Step, text?: string) => {
    dispatch(action);
    if (text !== undefined) announce(text);
  };
  const moveTier = (key: number, to: number) => {
    const title = shownTitle(board.tiers.find((tier) => tier.key === key)?.title ?? '', t);
    act(
      { type: 'moveTier', tier: key, to },
      t('tierMovedTo', { title, position: to + 1, count: board.tiers.length }),
    );
  };
  const tiers = useTierDrag(moveTier);
  const addItems = (items: readonly Omit<OwnItem, 'key'>[]): boolean => {
    const room = limits.poolItems - board.own.length;
    act({ type: 'addItems', items }, t('added', { count: Math.min(room, items.length) }));
    return items.length <= room;
  };

  const theme = themeOf(data, board.theme);
  useThemeColors(theme);
  const request = requestOf(board, setup);
  const drawable = hasPlacedItems(board) ? request : undefined;
  const [preview, retry] = usePreview(drawable && JSON.stringify(drawable), renderImage);
  const tileProps = {
    board,
    setup,
    pickedUp,
    current: moves.current,
    handlers: moves.handlers,
    root: addresses.root,
  };
  return (
    <div class={`board-page${pickedUp === undefined ? '' : ' has-picked'}`} ref={moves.area}>
      <div class="board-column">
        {template.id === 'custom' && <OwnItems add={addItems} limits={limits} t={t} />}
        <Toolbar
          canUndo={canUndo}
          canRedo={canRedo}
          canAddTier={board.tiers.length < limits.tiers}
          addTier={() => act({ type: 'addTier', title: t('newTier') })}
          step={(step, text) => {
            moves.release();
            act(step, text);
          }}
          t={t}
        />
        <div class="surface">
          <div class="tiers" ref={tiers}>
            {board.tiers.map((tier, row) => (
              <TierRow
                key={tier.key}
                {...tileProps}
                theme={theme}
                tier={tier}
                row={row}
                act={act}
                moveTo={(to) => moveTier(tier.key, to)}
                titleLength={limits.tierTitleLength}
                t={t}
              />
            ))}
          </div>
          <section class="pool" aria-label={t('pool')}>
            <h2>{`${t('pool')} · ${board.pool.length}`}</h2>
            <Tiles {...tileProps} place="pool" items={board.pool} label={t('pool')} />
            {board.pool.length === 0 && (
              <p>{t(template.id === 'custom' && board.own.length === 0 ? 'poolBlank' : 'poolEmpty')}</p>
            )}
          </section>
        </div>
        <p id="board-help" class="quiet small">
          {t('help')}
        </p>
      </div>
      <div class="side-column">
        <PreviewCard
          data={data}
          board={board}
          setup={setup}
          request={drawable}
          preview={preview}
          retry={retry}
          renderImage={renderImage}
          announce={announce}
          t={t}
        />
        <div class="card">
          <ImageOptions board={board} data={data} act={act} t={t} />
        </div>
        <RequestCard request={request} api={addresses.api} announce={announce} t={t} />
      </div>
      {pickedUp !== undefined && (
        <MoveBar
          board={board}
          setup={setup}
          theme={theme}
          item={pickedUp}
          label={shownItem(board, pickedUp, setup).label}
          move={moves.moveTo}
          remove={board.own.some(({ key }) => key === pickedUp) ? moves.remove : undefined}
          close={moves.drop}
          t={t}
        />
      )}
      <p class="announcement" role="status">
        {announcement}
      </p>
    </div>
  );
}

function boardSetup({ template, defaults, locale, limits }: BoardData): BoardSetup {
  return { template, ...defaults, locale, maxTiers: limits.tiers, maxItems: limits.poolItems };
}
