import { useState } from 'preact/hooks';
import type { Translate } from './translate.ts';

/** The form that opens a board from a link, a request, or a file. */
export function OpenBoard(props: {
  /** Resolves with whether the board is open. */
  readonly take: (source: string | File) => Promise<boolean>;
  readonly t: Translate;
}) {
  const { take, t } = props;
  const [text, setText] = useState('');
  return (
    <form
      class="open-board"
      onSubmit={async (event) => {
        event.preventDefault();
        if (await take(text)) setText('');
      }}
    >
      <label class="field">
        <span>{t('importLabel')}</span>
        <textarea
          rows={2}
          value={text}
          aria-describedby="import-hint"
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
        <small id="import-hint">{t('importHint')}</small>
      </label>
      <div class="actions">
        <button type="submit" class="quiet">
          {t('importBoard')}
        </button>
        <label class="button quiet file-button">
          {t('importFile')}
          <input
            type="file"
            accept=".json,application/json"
            onChange={async ({ currentTarget }) => {
              const [file] = currentTarget.files ?? [];
              if (file !== undefined) await take(file);
              currentTarget.value = '';
            }}
          />
        </label>
      </div>
    </form>
  );
}
