import { useLayoutEffect, useMemo, useState } from 'preact/hooks';
import type { BoardData } from '../../tier/board-data.ts';
import type { BoardKeeper } from './board-keeper.ts';
import { BoardNotices } from './board-notices.tsx';
import { Dock } from './dock.tsx';
import type { Step } from './history.ts';
import { ImageOptions } from './image-options.tsx';
import { MyBoards } from './my-boards.tsx';
import { OwnItems } from './own-items.tsx';
import { PhotosContext } from './own-photos.tsx';
import { fillScreen, Presentation } from './presentation.tsx';
import { PreviewCard } from './preview-card.tsx';
import { createPreviewClient } from './preview-client.ts';
import { createRenderClient } from './render-client.ts';
import { hasPlacedItems, requestOf, withPoolInOrder } from './request.ts';
import { RequestCard } from './request-card.tsx';
import { boardSetup } from './setup.ts';
import { Share } from './share.tsx';
import { useTierDrag } from './sortable.ts';
import { type OwnItem, placeOf } from './state.ts';
import { themeOf, useThemeColors } from './theme-colors.ts';
import { TierRow } from './tier-row.tsx';
import { Toolbar } from './toolbar.tsx';
import { createTranslate, shownTitle } from './translate.ts';
import { useBoard } from './use-board.ts';
import { useMoves } from './use-moves.ts';
import { useOwnPhotos } from './use-own-photos.ts';
import { usePreview } from './use-preview.ts';

/** The ranking board. */
export function App(props: {
  readonly data: BoardData;
  readonly keeper: BoardKeeper;
  /** Whether the board was just copied from that of an address. */
  readonly isCopy?: boolean;
}) {
  const { data, keeper, isCopy = false } = props;
  const { template, limits, addresses } = data;
  const t = useMemo(() => createTranslate(data), [data]);
  const renderImage = useMemo(() => createRenderClient(addresses.render), [addresses]);
  const drawPreview = useMemo(() => createPreviewClient(addresses.preview), [addresses]);
  const setup = useMemo(() => boardSetup(data), [data]);
  const { board, canUndo, canRedo, dispatch } = useBoard(keeper, setup);
  const [announcement, announce] = useState(isCopy ? t('boardCopied') : '');
  const [isPresenting, setPresenting] = useState(false);
  const [hidesLabels, hideLabels] = useState(false);
  const moves = useMoves({ board, setup, dispatch, announce, t });
  // Another tab may have removed the item that is picked up.
  const isGone = moves.pickedUp !== undefined && placeOf(board, moves.pickedUp) === undefined;
  useLayoutEffect(() => moves.release(), [keeper.current.id, isGone]);

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
  const photos = useOwnPhotos(addresses.root, board, dispatch);
  const tiers = useTierDrag(moveTier);
  const addItems = (items: readonly Omit<OwnItem, 'key'>[]): void =>
    act({ type: 'addItems', items }, t('added', { count: items.length }));
  const theme = themeOf(data, board.theme);
  useThemeColors(theme);
  const request = requestOf(board, setup, photos.idOf);
  const drawable = hasPlacedItems(board) ? request : undefined;
  const [preview, retry] = usePreview(drawable && JSON.stringify(drawable), drawPreview);
  const tileProps = {
    board,
    setup,
    pickedUp: moves.pickedUp,
    current: moves.current,
    handlers: moves.handlers,
    root: addresses.root,
  };
  return (
    <PhotosContext.Provider value={photos.own}>
      <div class="board-page" ref={moves.area}>
        <div class="board-column">
          <BoardNotices keeper={keeper} t={t} />
          {template.id === 'custom' && (
            <OwnItems
              add={addItems}
              present={board.own}
              limits={limits}
              room={limits.poolItems - board.own.length}
              photos={photos.own}
              removedPhoto={photos.removed}
              t={t}
            />
          )}
          <div class="tool-row">
            <Toolbar
              canUndo={canUndo}
              canRedo={canRedo}
              canAddTier={board.tiers.length < limits.tiers}
              addTier={() => act({ type: 'addTier', title: t('newTier') })}
              canPresent={board.pool.length > 0}
              present={async () => {
                moves.release();
                await fillScreen();
                setPresenting(true);
              }}
              hidesLabels={hidesLabels}
              hideLabels={hideLabels}
              step={(step, text) => {
                moves.release();
                act(step, text);
              }}
              t={t}
            />
            <MyBoards
              data={data}
              keeper={keeper}
              request={() => requestOf(withPoolInOrder(board), setup, photos.idOf)}
              announce={announce}
              t={t}
            />
          </div>
          <div class={`surface${hidesLabels ? ' no-labels' : ''}`}>
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
            <Dock
              {...tileProps}
              theme={theme}
              moves={moves}
              labelLength={limits.labelLength}
              act={act}
              t={t}
            />
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
          <Share template={template} request={drawable} announce={announce} t={t} />
          <div class="card">
            <ImageOptions board={board} data={data} act={act} t={t} />
          </div>
          <RequestCard request={request} api={addresses.api} announce={announce} t={t} />
        </div>
        {isPresenting && (
          <Presentation
            board={board}
            setup={setup}
            theme={theme}
            root={addresses.root}
            canUndo={canUndo}
            undo={() => act({ type: 'undo' })}
            act={act}
            close={() => setPresenting(false)}
            t={t}
          />
        )}
        <p class="announcement" role="status">
          {announcement}
        </p>
      </div>
    </PhotosContext.Provider>
  );
}
