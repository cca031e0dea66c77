import { useCallback, useState } from 'preact/hooks';
import type { BoardData } from '../../tier/board-data.ts';
import type { OwnPhotos } from './own-photos.ts';
import { AddPhotos } from './own-photos.tsx';
import { asLines, itemsFrom, sortItems } from './pasted-list.ts';
import type { OwnItem } from './state.ts';
import type { Translate } from './translate.ts';

/** The form that adds own items. */
export function OwnItems(props: {
  readonly add: (items: readonly Omit<OwnItem, 'key'>[]) => void;
  /** The items that the board has. */
  readonly present: readonly OwnItem[];
  readonly limits: BoardData['limits'];
  /** How many more items there may be. */
  readonly room: number;
  readonly photos: OwnPhotos;
  /** The photo of the item that was removed last. */
  readonly removedPhoto: string | undefined;
  readonly t: Translate;
}) {
  const { add, present, limits, room, photos, removedPhoto, t } = props;
  const [text, setText] = useState('');
  const [isFull, setFull] = useState(false);
  const [doubled, setDoubled] = useState('');
  const [isTooLong, setTooLong] = useState(false);
  const addPhotos = useCallback(
    (files: readonly File[]) => {
      if (files.length === 0) return;
      const fitting = files.slice(0, room);
      setFull(fitting.length < files.length);
      if (fitting.length > 0) add(photos.add(fitting).map((photo) => ({ photo, label: '' })));
    },
    [add, photos, room],
  );
  return (
    <form
      class="card own-items"
      onSubmit={(event) => {
        event.preventDefault();
        const { fresh, doubles, tooLong } = sortItems(itemsFrom(text), present, limits.labelLength);
        const fitting = fresh.slice(0, room);
        if (fitting.length > 0) add(fitting);
        setFull(fitting.length < fresh.length);
        setDoubled(doubles.map(({ label, url }) => label || url).join(', '));
        setTooLong(tooLong.length > 0);
        // What was not added stays in the box.
        setText(asLines([...tooLong, ...fresh.slice(room), ...doubles]));
      }}
    >
      <label class="field">
        <span>{t('ownItems')}</span>
        <textarea
          rows={3}
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
      {doubled !== '' && (
        <p class="notice bad" role="alert">
          {t('doubles', { items: doubled })}
        </p>
      )}
      {isTooLong && (
        <p class="notice bad" role="alert">
          {t('tooLong', { count: limits.labelLength })}
        </p>
      )}
      <button type="submit">{t('addItems')}</button>
      <AddPhotos photos={photos} add={addPhotos} removed={removedPhoto} t={t} />
    </form>
  );
}
