import type { Localized } from '../../../model/vocabulary.ts';
import type { Board } from './state.ts';
import type { SavedBoard } from './storage.ts';

/** A board as this browser stores it. */
export interface StoredBoard extends SavedBoard {
  readonly id: string;
  /** Differs after every change of the board or its name. */
  readonly revision: string;
  /** The id of its template, as in the path of the page: a number, or `custom`. */
  readonly page: string;
  readonly templateTitle: Localized;
  /** Empty: the title of the board or of its template. */
  readonly name: string;
  /** When it was last changed or opened from the list, in ms since 1970. */
  readonly usedAt: number;
  /** The board before it was last started over. */
  readonly before?: Board | undefined;
}

/** Where boards are stored. Any operation may fail, for example because the browser's storage is full. */
export interface BoardStore {
  /** Whether boards are still there after the page is closed. */
  readonly isLasting: boolean;
  /** Returns all boards, the last used one first. */
  list(): Promise<readonly StoredBoard[]>;
  get(id: string): Promise<StoredBoard | undefined>;
  /**
   * Stores a board in place of one of its revisions, or as one that is not stored yet. The call alone hands it over: the
   * page may be closed right after.
   *
   * @returns false when another revision is stored, which then stays
   */
  put(board: StoredBoard, replaces: string | undefined): Promise<boolean>;
  delete(id: string): Promise<void>;
  /** Calls back with the id of a board that another tab has stored or deleted. */
  watch(listener: (id: string) => void): void;
}

/** Stores boards as long as the page is open. */
export function memoryStore(): BoardStore {
  const boards = new Map<string, StoredBoard>();
  return {
    isLasting: false,
    list: async () => lastUsedFirst([...boards.values()]),
    get: async (id) => boards.get(id),
    async put(board, replaces) {
      const stored = boards.get(board.id);
      if (stored !== undefined && stored.revision !== replaces) return false;
      boards.set(board.id, board);
      return true;
    },
    delete: async (id) => void boards.delete(id),
    watch() {},
  };
}

export function lastUsedFirst(boards: readonly StoredBoard[]): readonly StoredBoard[] {
  return [...boards].sort((left, right) => right.usedAt - left.usedAt);
}
