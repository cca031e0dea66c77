import { useEffect, useRef, useState } from 'preact/hooks';
import type { Locale } from '../../../model/vocabulary.ts';
import type { StoredBoard } from './board-store.ts';
import type { Translate } from './translate.ts';

/** A board in the list: its name opens it, and it can be renamed, duplicated and deleted. */
export function BoardRow(props: {
  readonly board: StoredBoard;
  readonly name: string;
  readonly locale: Locale;
  readonly isCurrent: boolean;
  readonly open: () => void;
  readonly rename: (name: string) => void;
  readonly duplicate: () => void;
  readonly remove: () => void;
  readonly t: Translate;
}) {
  const { board, name, locale, isCurrent, open, rename, duplicate, remove, t } = props;
  const [isEditing, setEditing] = useState(false);
  const renameButton = useRef<HTMLButtonElement>(null);
  // When the field goes, the focus returns to where it came from.
  useEffect(() => (isEditing ? () => renameButton.current?.focus() : undefined), [isEditing]);
  if (isEditing) {
    return (
      <form
        class="board-row"
        onSubmit={(event) => {
          event.preventDefault();
          rename(String(new FormData(event.currentTarget).get('name')).trim());
          setEditing(false);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          // The dialog stays open.
          event.preventDefault();
          setEditing(false);
        }}
      >
        <input name="name" defaultValue={name} maxLength={200} aria-label={t('boardName')} ref={select} />
        <button type="submit">{t('save')}</button>
      </form>
    );
  }
  const { tiers, pool } = board.board;
  const placed = tiers.reduce((sum, { items }) => sum + items.length, 0);
  const template = board.templateTitle[locale];
  const about = [
    template !== name && template,
    t('boardProgress', { placed, count: placed + pool.length }),
    new Date(board.usedAt).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' }),
  ];
  return (
    <div class="board-row">
      <button type="button" class="board-name" aria-current={isCurrent} onClick={open}>
        <span dir="auto">{name}</span>
        <span class="quiet small">{about.filter(Boolean).join(' · ')}</span>
      </button>
      <div class="actions">
        <button
          type="button"
          class="quiet"
          aria-label={`${t('rename')}: ${name}`}
          ref={renameButton}
          onClick={() => setEditing(true)}
        >
          {t('rename')}
        </button>
        <button type="button" class="quiet" aria-label={`${t('duplicate')}: ${name}`} onClick={duplicate}>
          {t('duplicate')}
        </button>
        <button type="button" class="quiet" aria-label={`${t('deleteBoard')}: ${name}`} onClick={remove}>
          {t('deleteBoard')}
        </button>
      </div>
    </div>
  );
}

function select(input: HTMLInputElement | null): void {
  input?.select();
}
