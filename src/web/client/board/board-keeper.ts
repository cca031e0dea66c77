import type { BoardStore, StoredBoard } from './board-store.ts';
import type { Board, BoardSetup } from './state.ts';
import { restoreBoard, type SavedBoard } from './storage.ts';

/** What the page says of its board in one line. */
export type BoardNotice =
  /** Another tab has changed the board, too. This tab goes on with a copy of this name. */
  { readonly kind: 'keptBoth'; readonly name: string } | { readonly kind: 'deletedElsewhere' };

export interface KeeperDeps {
  readonly store: BoardStore;
  readonly setup: BoardSetup;
  /** The names of all themes. */
  readonly themes: readonly string[];
  readonly blank: () => Board;
  /** Returns the name of a copy. */
  readonly copyName: (board: StoredBoard) => string;
  readonly now: () => number;
  readonly newId: () => string;
}

/** What the page changes. */
type Change = Partial<Pick<StoredBoard, 'board' | 'before' | 'name'>>;

/** How the page takes over a board that it has not made itself: as a change that can be undone, or as another board. */
export type Load = (how: 'changed' | 'opened') => void;

/**
 * Keeps the board of this tab stored, and notices when another tab changes it. A board is stored in place of the revision
 * that this tab has seen last. When another tab has stored a later one, both are kept.
 */
export class BoardKeeper {
  readonly #deps: KeeperDeps;
  readonly #listeners = new Set<() => void>();
  #load: Load = () => {};
  #current: StoredBoard;
  /** The revision of the current board that this tab has stored or read last; undefined: it is not stored. */
  #stored: string | undefined;
  #isUnsaved = false;
  #writing: Promise<void> | undefined;
  /** Whether the last change could not be stored. */
  isFailing = false;
  notice: BoardNotice | undefined;

  private constructor(deps: KeeperDeps, stored: StoredBoard | undefined) {
    this.#deps = deps;
    this.#current = stored === undefined ? this.#blank('') : this.#adapted(stored);
    this.#stored = stored?.revision;
    deps.store.watch((id) => {
      if (id === this.#current.id) void this.refresh();
      this.#changed();
    });
  }

  /** Starts with the board of this page that was used last, or a blank one. @param legacy the board of an earlier version */
  static async start(deps: KeeperDeps, legacy?: SavedBoard): Promise<BoardKeeper> {
    const { store, setup } = deps;
    const page = String(setup.template.id);
    const boards = await store.list().catch(() => []);
    const keeper = new BoardKeeper(
      deps,
      boards.find((board) => board.page === page),
    );
    if (legacy !== undefined) await keeper.startNew('', restoreBoard(legacy, setup, deps.themes));
    return keeper;
  }

  get current(): StoredBoard {
    return this.#current;
  }

  get store(): BoardStore {
    return this.#deps.store;
  }

  /** Calls back at every change of what the page says of boards. @returns what ends it */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** @param load called when the current board is another than the page has saved */
  onLoad(load: Load): void {
    this.#load = load;
  }

  /** Stores the board unless it is the one that was loaded or saved last. */
  save(board: Board, before: Board | undefined): void {
    if (board !== this.#current.board) this.#change({ board, before });
  }

  /** Looks for changes of another tab. */
  async refresh(): Promise<void> {
    await this.#writing;
    const { id } = this.#current;
    const expected = this.#stored;
    const found = await this.store.get(id).catch(() => this.#current);
    // Meanwhile there may be another board, or another revision.
    if (id !== this.#current.id || expected !== this.#stored) return;
    if (this.#isUnsaved) await this.#flush();
    else if (found === undefined) this.#noteDeleted();
    else if (found.revision !== expected && found !== this.#current) this.#takeOver(found);
  }

  /** Opens a stored board. That of another page will be open there. @returns false when it is gone, or this one is not stored */
  async open(id: string): Promise<boolean> {
    if (!(await this.#settle())) return false;
    const { store, now } = this.#deps;
    const found = await store.get(id);
    if (found === undefined) return false;
    await store.put({ ...found, usedAt: now() }, found.revision);
    if (found.page === this.#current.page) this.#switch(this.#adapted(found), found.revision);
    return true;
  }

  /**
   * Goes on with another board, which is stored at once, or a blank one, which is stored when it is changed.
   *
   * @returns false when the current one is not stored
   */
  async startNew(name: string, board?: Board): Promise<boolean> {
    if (!(await this.#settle())) return false;
    const blank = this.#blank(name);
    this.#switch({ ...blank, board: board ?? blank.board }, undefined);
    if (board !== undefined) {
      this.#isUnsaved = true;
      await this.#flush();
    }
    return true;
  }

  /** Stores a board, of this page or another, without opening it. @returns its id */
  async add(board: Board, { id, title }: BoardSetup['template'], name: string): Promise<string> {
    const added = { ...this.#blank(name), board, page: String(id), templateTitle: title };
    await this.store.put({ ...added, revision: this.#deps.newId() }, undefined);
    this.#changed();
    return added.id;
  }

  /** Stores a copy of a board. */
  async duplicate(original: StoredBoard, name: string): Promise<void> {
    const { newId } = this.#deps;
    // The page goes on opening the original.
    const usedAt = original.usedAt - 1;
    await this.store.put({ ...original, id: newId(), revision: newId(), name, usedAt }, undefined);
    this.#changed();
  }

  async rename(board: StoredBoard, name: string): Promise<void> {
    if (board.id === this.#current.id) {
      this.#change({ name });
      return this.#writing;
    }
    await this.store.put({ ...board, name, revision: this.#deps.newId() }, board.revision);
    this.#changed();
  }

  /** Deletes a board. After the current one, the page goes on with the one that was used before. */
  async remove({ id }: StoredBoard): Promise<void> {
    await this.#writing;
    await this.store.delete(id);
    if (id === this.#current.id) {
      const { page } = this.#current;
      const next = (await this.store.list()).find((board) => board.page === page);
      this.#switch(next === undefined ? this.#blank('') : this.#adapted(next), next?.revision);
    }
    // There may be room now for what could not be stored.
    await this.#settle();
    this.#changed();
  }

  /** Stores a board again that was deleted. */
  async restore(board: StoredBoard): Promise<void> {
    await this.store.put({ ...board, revision: this.#deps.newId() }, undefined);
    this.#changed();
  }

  dismiss(): void {
    this.notice = undefined;
    this.#changed();
  }

  #change(change: Change): void {
    const { now, setup } = this.#deps;
    this.#current = { ...this.#current, ...change, pageLocale: setup.locale, usedAt: now() };
    this.#isUnsaved = true;
    void this.#flush();
    this.#changed();
  }

  /** Stores what is unsaved, one change after the other. */
  #flush(): Promise<void> {
    this.#writing ??= this.#write().finally(() => {
      this.#writing = undefined;
      this.#changed();
    });
    return this.#writing;
  }

  async #write(): Promise<void> {
    const { store, newId, copyName } = this.#deps;
    while (this.#isUnsaved) {
      this.#isUnsaved = false;
      const revision = newId();
      try {
        if (await store.put({ ...this.#current, revision }, this.#stored)) this.#stored = revision;
        else {
          const name = copyName(this.#current);
          this.#current = { ...this.#current, id: newId(), name };
          this.#stored = undefined;
          this.#isUnsaved = true;
          this.notice = { kind: 'keptBoth', name };
        }
        this.isFailing = false;
      } catch {
        this.#isUnsaved = true;
        this.isFailing = true;
        return;
      }
    }
  }

  /** Waits until all is stored. @returns false when it cannot be */
  async #settle(): Promise<boolean> {
    if (this.#isUnsaved) await this.#flush();
    await this.#writing;
    return !this.#isUnsaved;
  }

  #takeOver(found: StoredBoard): void {
    const before = this.#current.board;
    const next = this.#adapted(found);
    // Only the name may have changed.
    const isSame = JSON.stringify(next.board) === JSON.stringify(before);
    this.#current = isSame ? { ...next, board: before } : next;
    this.#stored = found.revision;
    if (!isSame) this.#load('changed');
    this.#changed();
  }

  #noteDeleted(): void {
    if (this.#stored === undefined) return;
    this.#stored = undefined;
    this.notice = { kind: 'deletedElsewhere' };
    this.#changed();
  }

  #switch(board: StoredBoard, stored: string | undefined): void {
    this.#current = board;
    this.#stored = stored;
    this.#isUnsaved = false;
    this.isFailing = false;
    this.notice = undefined;
    this.#load('opened');
    this.#changed();
  }

  #adapted(stored: StoredBoard): StoredBoard {
    const { setup, themes } = this.#deps;
    const adapt = (board: Board) => restoreBoard({ ...stored, board }, setup, themes);
    const before = stored.before && adapt(stored.before);
    return { ...stored, board: adapt(stored.board), before };
  }

  #blank(name: string): StoredBoard {
    const { setup, blank, now, newId } = this.#deps;
    const { template, locale: pageLocale } = setup;
    return {
      id: newId(),
      revision: '',
      page: String(template.id),
      templateTitle: template.title,
      name,
      usedAt: now(),
      pageLocale,
      board: blank(),
    };
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}
