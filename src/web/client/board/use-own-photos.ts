import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Step } from './history.ts';
import { OwnPhotos } from './own-photos.ts';
import { useChanges } from './own-photos.tsx';
import type { Board } from './state.ts';

/** Holds the photos that people add, and connects them with the board. */
export function useOwnPhotos(root: string, board: Board, dispatch: (step: Step) => void) {
  const present = useRef(board);
  const [removed, setRemoved] = useState<string>();
  const own = useMemo(
    () =>
      new OwnPhotos(root, (token) => {
        const item = present.current.own.find(({ photo }) => photo === token);
        if (item !== undefined) dispatch({ type: 'removeItem', item: item.key });
      }),
    [root, dispatch],
  );
  useEffect(() => {
    const before = present.current.own;
    present.current = board;
    const photosOf = (items: Board['own']) => items.flatMap(({ photo }) => photo ?? []);
    const now = new Set(photosOf(board.own));
    const gone = photosOf(before).filter((photo) => !now.has(photo));
    if (gone.length > 0) setRemoved(gone.at(-1));
    else if (removed !== undefined && now.has(removed)) setRemoved(undefined);
  }, [board, removed]);
  useChanges(own);

  return {
    own,
    /** The photo of the item that was removed last; it may be brought back. */
    removed,
    idOf: (photo: string) => own.idOf(photo),
  };
}
