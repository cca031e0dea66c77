import { useState } from 'preact/hooks';
import type { BoardData } from '../../tier/board-data.ts';
import { itemsFrom } from './items.ts';
import type { Say } from './say.ts';
import type { OwnItem } from './state.ts';

/** Where people write down what they rank. */
export function OwnItems(props: {
  /** @returns whether there was room for all of them */
  readonly add: (items: readonly Omit<OwnItem, 'key'>[]) => boolean;
  readonly limits: BoardData['limits'];
  readonly say: Say;
}) {
  const { add, limits, say } = props;
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
        <span>{say('ownItems')}</span>
        <textarea
          rows={5}
          value={text}
          aria-describedby="own-items-hint"
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
        <small id="own-items-hint">{say('ownItemsHint')}</small>
      </label>
      {isFull && (
        <p class="notice bad" role="alert">
          {say('tooMany', { count: limits.poolItems })}
        </p>
      )}
      <button type="submit">{say('addItems')}</button>
    </form>
  );
}
