import { type DBSchema, openDB } from 'idb';
import * as v from 'valibot';
import { type BoardStore, lastUsedFirst, memoryStore, type StoredBoard } from './board-store.ts';
import { boardSchema, savedEntries } from './storage.ts';

interface Schema extends DBSchema {
  boards: {
    key: [id: string, revision: string];
    value: StoredBoard;
    indexes: { id: string };
  };
}

const storedSchema = v.object({
  ...savedEntries,
  id: v.string(),
  revision: v.string(),
  page: v.string(),
  templateTitle: v.object({ en: v.string(), zh: v.string(), ru: v.string() }),
  name: v.string(),
  usedAt: v.number(),
  before: v.optional(boardSchema),
});

const name = 'tierpress';
/** A browser that does not answer at all would leave the page empty. */
const openWithinMs = 3000;

/** Returns the boards in IndexedDB, or boards in memory where the browser has or allows none. */
export async function openBoardStore(): Promise<BoardStore> {
  try {
    const late = new Promise<never>((_, reject) => setTimeout(reject, openWithinMs));
    return await Promise.race([openDatabase(), late]);
  } catch {
    return memoryStore();
  }
}

async function openDatabase(): Promise<BoardStore> {
  const database = await openDB<Schema>(name, 1, {
    upgrade(created) {
      const boards = created.createObjectStore('boards', { keyPath: ['id', 'revision'] });
      boards.createIndex('id', 'id', { unique: true });
    },
    // A later version of this page can then change the database.
    blocking: () => database.close(),
  });
  const channel = new BroadcastChannel(name);
  return {
    isLasting: true,
    async list() {
      const all = await database.getAll('boards');
      return lastUsedFirst(all.flatMap((board) => parse(board) ?? []));
    },
    get: async (id) => parse(await database.getFromIndex('boards', 'id', id)),
    async put(board, replaces = '') {
      const change = database.transaction('boards', 'readwrite');
      // Nothing is read first: it would have to be answered before the page is closed. The index has each id once, so
      // a board that is stored in another revision is not added, and then nothing is deleted either.
      const written = [change.store.delete([board.id, replaces]), change.store.add(board), change.done];
      change.commit();
      try {
        await Promise.all(written);
      } catch (error) {
        if (error instanceof DOMException && error.name === 'ConstraintError') return false;
        throw error;
      }
      channel.postMessage(board.id);
      return true;
    },
    async delete(id) {
      await database.delete('boards', IDBKeyRange.bound([id, ''], [id, '\uffff']));
      channel.postMessage(id);
    },
    watch(listener) {
      channel.addEventListener('message', ({ data }) => listener(String(data)));
    },
  };
}

/** Returns undefined for a board that a later version of this page has stored. It is left alone. */
function parse(board: unknown): StoredBoard | undefined {
  const result = v.safeParse(storedSchema, board);
  return result.success ? result.output : undefined;
}
