import { useState } from 'preact/hooks';
import type { BoardData } from '../../tier/board-data.ts';
import { itemsFrom } from './items.ts';
import type { OwnItem } from './state.ts';
import type { Translate } from './translate.ts';

/** The form that adds own items. */
export function OwnItems(props: {
  /** Returns whether there was room for all items. */
  readonly add: (items: readonly Omit<OwnItem, 'key'>[]) => boolean;
  readonly limits: BoardData['limits'];
  readonly t: Translate;
}) {
  const { add, limits, t } = props;
  const [text, setText] = useState('');
  const [isFull, setFull] = useState(false);
  return (
    <form
      class="card own-items"
      onSubmit={(event) => {
        event.preventDefault();
        const items = itemsFrom(text, limits.labelLength);
        if (items.length === 0) return;
        setFull(!add(items));
        setText('');
      }}
    >
      <label class="field">
        <span>{t('ownItems')}</span>
        <textarea
          rows={5}
          value={text}
          aria-describedby="own-items-hint"
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
        <small id="own-items-hint">{t('ownItemsHint')}</small>
      </label>
      {isFull && (
        <p class="notice bad" role="alert">
          {t('tooMany', { count: limits.poolItems })}
        </p>
      )}
      <button type="submit">{t('addItems')}</button>
    </form>
  );
}
