import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import type { OwnPhoto, OwnPhotos, PhotoProblem } from './own-photos.ts';
import type { Translate } from './translate.ts';

/** The photos of the page, for tiles. */
export const PhotosContext = createContext<OwnPhotos | undefined>(undefined);

/** Renders again whenever a photo changes. */
export function useChanges(photos: OwnPhotos | undefined): void {
  const [, setCount] = useState(0);
  useEffect(() => photos?.subscribe(() => setCount((count) => count + 1)), [photos]);
}

/** A photo on its tile, with the progress of its upload, and its caption. */
export function PhotoFace({ photo, caption }: { readonly photo: string; readonly caption: string }) {
  const photos = useContext(PhotosContext);
  useChanges(photos);
  const { state, src, progress }: OwnPhoto = photos?.find(photo) ?? { state: 'lost', progress: 0 };
  return (
    <>
      {src === undefined ? (
        <span class="emoji" aria-hidden="true">
          {state === 'lost' ? '⚠️' : '🖼️'}
        </span>
      ) : (
        <img class="photo" src={src} alt="" draggable={false} />
      )}
      {state !== 'stored' && state !== 'lost' && (
        <progress class={state} value={progress} max={1} aria-hidden="true" />
      )}
      {caption !== '' && (
        <span class="tile-label photo-caption" dir="auto">
          {caption}
        </span>
      )}
    </>
  );
}

/** The part of the form for own items that takes photos: from a dialog, dropped anywhere on the page, or pasted. */
export function AddPhotos(props: {
  readonly photos: OwnPhotos;
  readonly add: (files: readonly File[]) => void;
  /** The photo of the item that was removed last. */
  readonly removed: string | undefined;
  readonly t: Translate;
}) {
  const { photos, add, removed, t } = props;
  useChanges(photos);
  const isOver = useDroppedFiles(add);
  const { count, arePaused } = photos.pending;
  return (
    <div class={`add-photos${isOver ? ' is-over' : ''}`}>
      <label class="button quiet file-button">
        {t('choosePhotos')}
        <input
          type="file"
          accept="image/*"
          multiple
          onChange={({ currentTarget }) => {
            add([...(currentTarget.files ?? [])]);
            currentTarget.value = '';
          }}
        />
      </label>
      <p class="quiet small">{t('photosHint')}</p>
      <div role="status">
        {count > 0 && <p>{t(arePaused ? 'photosPaused' : 'photosUploading', { count })}</p>}
      </div>
      {photos.problems.length > 0 && (
        <div class="notice bad" role="alert">
          {photos.problems.map((problem, index) => (
            <p key={`${index} ${problem.fileName}`} dir="auto">
              {problemText(problem, t)}
              {problem.kind === 'refused' && <span lang="en"> {problem.detail}</span>}
            </p>
          ))}
        </div>
      )}
      {removed !== undefined && <RemovedPhoto key={removed} photo={removed} photos={photos} t={t} />}
    </div>
  );
}

/** Offers to delete a photo from the service when its item was removed, which can be undone. */
function RemovedPhoto({ photo, photos, t }: { photo: string; photos: OwnPhotos; t: Translate }) {
  const [outcome, setOutcome] = useState<'deleted' | 'failed'>();
  const remove = async () => setOutcome((await photos.delete(photo)) ? 'deleted' : 'failed');
  if (outcome === 'deleted') return <p role="status">{t('photoDeleted')}</p>;
  if (!photos.canDelete(photo)) return null;
  return (
    <div class="removed-photo">
      <p role="status">{t(outcome === 'failed' ? 'photoNotDeleted' : 'photoRemoved')}</p>
      <button type="button" class="quiet" onClick={remove}>
        {t('deletePhoto')}
      </button>
    </div>
  );
}

/** Takes files that are dropped on the page or pasted. @returns whether files are dragged over it */
function useDroppedFiles(add: (files: readonly File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      setOver(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      add(files);
    };
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      // A text with a picture, as office programs copy it, is pasted as text.
      if (files.length === 0 || event.clipboardData?.types.includes('text/plain')) return;
      event.preventDefault();
      add(files);
    };
    const listeners = { dragover: over, dragleave: leave, drop, paste };
    const entries = Object.entries(listeners) as [string, EventListener][];
    for (const [name, listener] of entries) document.addEventListener(name, listener);
    return () => {
      for (const [name, listener] of entries) document.removeEventListener(name, listener);
    };
  }, [add]);
  return isOver;
}

function problemText({ kind, fileName }: PhotoProblem, t: Translate): string {
  if (kind === 'quota') return t('photosUsedUp');
  return t(kind === 'unusable' ? 'photoUnusable' : 'photoRefused', { name: fileName });
}
