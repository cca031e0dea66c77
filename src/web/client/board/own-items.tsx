import { useState } from 'preact/hooks';
import { itemsFrom } from './items.ts';
import type { Say } from './say.ts';
import type { OwnItem } from './state.ts';

/** Where people write down what they rank. */
export function OwnItems(props: {
  readonly add: (items: readonly Omit<OwnItem, 'key'>[]) => void;
  readonly labelLength: number;
  readonly say: Say;
}) {
  const { add, labelLength, say } = props;
  const [text, setText] = useState('');
  return (
    <form
      class="card own-items"
      onSubmit={(event) => {
        event.preventDefault();
        const items = itemsFrom(text, labelLength);
        if (items.length === 0) return;
        add(items);
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
      <button type="submit">{say('addItems')}</button>
    </form>
  );
}
