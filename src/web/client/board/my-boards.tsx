import { useEffect, useRef, useState } from 'preact/hooks';
import type { BoardData } from '../../tier/board-data.ts';
import { readBoard, saveFile } from './board-files.ts';
import type { BoardKeeper } from './board-keeper.ts';
import { boardName } from './board-name.ts';
import { BoardRow } from './board-row.tsx';
import type { StoredBoard } from './board-store.ts';
import { refusalMessage, type UserMessage } from './failures.ts';
import { boardFrom } from './from-request.ts';
import { ToolButton } from './icons.tsx';
import { fileNameOf } from './image-actions.tsx';
import { MessageText } from './message-text.tsx';
import { OpenBoard } from './open-board.tsx';
import type { BoardRequest } from './request.ts';
import { boardSetup } from './setup.ts';
import type { Translate } from './translate.ts';
import { useDroppedBoard } from './use-dropped-board.ts';

/** The button that opens the list of the boards in this browser, and that list. */
export function MyBoards(props: {
  readonly data: BoardData;
  readonly keeper: BoardKeeper;
  /** Returns the request of the current board for a file. */
  readonly request: () => BoardRequest;
  readonly announce: (text: string) => void;
  readonly t: Translate;
}) {
  const { data, keeper, request, announce, t } = props;
  const { addresses, locale } = data;
  const { store, current } = keeper;
  const dialog = useRef<HTMLDialogElement>(null);
  const [boards, setBoards] = useState<readonly StoredBoard[]>([]);
  /** What was done last. A deleted board can be brought back. */
  const [done, setDone] = useState<{ readonly text: string; readonly deleted?: StoredBoard }>();
  const [problem, setProblem] = useState<UserMessage>();
  const nameOf = (board: StoredBoard) => boardName(board, locale, t);

  const reveal = () => {
    if (!dialog.current?.open) dialog.current?.showModal();
  };
  /** Does what the storage may refuse. @returns whether it did not */
  const attempt = async (task: () => Promise<unknown>): Promise<boolean> => {
    setProblem(undefined);
    try {
      await task();
      setBoards(await store.list());
      return true;
    } catch {
      reveal();
      setProblem({ text: t('changeNotStored') });
      return false;
    }
  };
  const show = () => {
    reveal();
    return attempt(async () => setDone(undefined));
  };
  const close = (text: string) => {
    dialog.current?.close();
    announce(text);
  };
  useEffect(
    () =>
      keeper.subscribe(() => {
        if (dialog.current?.open) store.list().then(setBoards, () => {});
      }),
    [keeper, store],
  );
  /** Returns a name that no board has. */
  const freshName = async (name: string): Promise<string> => {
    const taken = new Set((await store.list()).map(nameOf));
    let fresh = name;
    for (let number = 2; taken.has(fresh); number += 1) fresh = `${name} ${number}`;
    return fresh;
  };
  const open = (id: string, page: string, name: string) =>
    attempt(async () => {
      if (id !== keeper.current.id && !(await keeper.open(id))) throw new Error('the board is not open');
      if (page === keeper.current.page) close(t('boardOpened', { name }));
      else location.assign(`${addresses.root}/tier/${page}`);
    });
  const take = async (source: string | File): Promise<boolean> => {
    const outcome = await readBoard(addresses.open, source);
    if (outcome.kind !== 'opened') {
      if (!dialog.current?.open) await show();
      const isUnreadable = outcome.kind === 'unreadable';
      setProblem(isUnreadable ? { text: t('importUnreadable') } : refusalMessage(outcome, data.login, t));
      return false;
    }
    const { request: read, template } = outcome.opened;
    const page = String(template.id);
    return attempt(async () => {
      // On the way to another page it would be lost.
      if (!store.isLasting && page !== current.page) throw new Error('nothing is stored');
      const board = boardFrom(read, { ...boardSetup(data), template });
      const name = await freshName(boardName({ name: '', board, templateTitle: template.title }, locale, t));
      await open(await keeper.add(board, template, name), page, name);
    });
  };
  useDroppedBoard(take);

  return (
    <>
      <ToolButton icon="boards" name={t('myBoards')} onClick={show} />
      <dialog class="my-boards" ref={dialog} tabIndex={-1} aria-labelledby="my-boards-heading">
        <div class="title-row">
          <h2 id="my-boards-heading">{t('myBoards')}</h2>
          <button type="button" class="quiet" onClick={() => dialog.current?.close()}>
            {t('close')}
          </button>
        </div>
        {problem !== undefined && (
          <p class="notice bad" role="alert" ref={scrollTo}>
            <MessageText message={problem} />
          </p>
        )}
        <div role="status">
          {done !== undefined && (
            <p class="notice" key={done.text}>
              <span dir="auto">{done.text}</span>
              {done.deleted !== undefined && (
                <button
                  type="button"
                  class="quiet"
                  ref={focus}
                  onClick={() =>
                    attempt(async () => {
                      if (done.deleted !== undefined) await keeper.restore(done.deleted);
                      setDone(undefined);
                      dialog.current?.focus();
                    })
                  }
                >
                  {t('undo')}
                </button>
              )}
            </p>
          )}
        </div>
        {boards.length === 0 && <p>{t('boardsNone')}</p>}
        {/* biome-ignore lint/a11y/noRedundantRoles: Safari does not announce a list without bullets as a list */}
        <ul role="list">
          {boards.map((board) => {
            const name = nameOf(board);
            return (
              <li key={board.id}>
                <BoardRow
                  board={board}
                  name={name}
                  locale={locale}
                  isCurrent={board.id === current.id}
                  open={() => open(board.id, board.page, name)}
                  rename={(next) => attempt(() => keeper.rename(board, next))}
                  duplicate={() =>
                    attempt(async () => {
                      const copy = await freshName(t('copyName', { name }));
                      await keeper.duplicate(board, copy);
                      setDone({ text: t('boardCreated', { name: copy }) });
                    })
                  }
                  remove={() =>
                    attempt(async () => {
                      await keeper.remove(board);
                      setDone({ text: t('boardDeleted', { name }), deleted: board });
                    })
                  }
                  t={t}
                />
              </li>
            );
          })}
        </ul>
        <div class="actions">
          <button
            type="button"
            onClick={() =>
              attempt(async () => {
                const blank = {
                  name: '',
                  board: { ...current.board, title: null },
                  templateTitle: data.template.title,
                };
                const name = await freshName(boardName(blank, locale, t));
                if (!(await keeper.startNew(name))) throw new Error('the current board is not stored');
                close(t('boardCreated', { name }));
              })
            }
          >
            {t('newBoard')}
          </button>
          <button
            type="button"
            class="quiet"
            onClick={() =>
              saveFile(`${fileNameOf(nameOf(current))}.json`, `${JSON.stringify(request(), null, 2)}\n`)
            }
          >
            {t('exportBoard')}
          </button>
        </div>
        <OpenBoard take={take} t={t} />
      </dialog>
    </>
  );
}

function scrollTo(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}

function focus(element: HTMLElement | null): void {
  element?.focus();
}
