import type { BoardData } from '../../tier/board-data.ts';
import { openBoardStore } from './board-database.ts';
import { BoardKeeper } from './board-keeper.ts';
import { boardName } from './board-name.ts';
import { boardSetup } from './setup.ts';
import { type Board, type BoardSetup, blankBoard } from './state.ts';
import { parseSavedText, readStorage, removeStorage, restoreBoard } from './storage.ts';
import { createTranslate } from './translate.ts';

/** Opens the boards of this browser, with that of the page which was used last. */
export async function openKeeper(data: BoardData): Promise<BoardKeeper> {
  const setup = boardSetup(data);
  const t = createTranslate(data);
  const themes = data.themes.map(({ name }) => name);
  const store = await openBoardStore();
  const legacyKey = `tierpress:board:${data.template.id}`;
  const legacy = parseSavedText(readStorage(legacyKey));
  const isWorth = legacy !== undefined && isChanged(restoreBoard(legacy, setup, themes), setup);
  const keeper = await BoardKeeper.start(
    {
      store,
      setup,
      themes,
      blank: () => blankBoard(setup),
      copyName: (board) => t('copyName', { name: boardName(board, data.locale, t) }),
      now: () => Date.now(),
      newId,
    },
    isWorth ? legacy : undefined,
  );
  if (store.isLasting && !keeper.isFailing) removeStorage(legacyKey);
  return keeper;
}

/** Pages without TLS have no `crypto.randomUUID`. */
function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('');
}

/** Returns whether people have done anything to a board but choose its look. */
function isChanged(board: Board, setup: BoardSetup): boolean {
  const { locale, theme, aspectRatio } = board;
  const blank = blankBoard({ ...setup, locale, theme, aspectRatio });
  return JSON.stringify(withoutKeys(board)) !== JSON.stringify(withoutKeys(blank));
}

function withoutKeys({ title, tiers, pool, own }: Board) {
  const rows = tiers.map(({ title: tier, color, items }) => [tier, color, items]);
  return [title, rows, pool, own];
}
