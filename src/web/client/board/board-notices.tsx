import { useEffect, useState } from 'preact/hooks';
import type { BoardKeeper } from './board-keeper.ts';
import type { Translate } from './translate.ts';

/** Renders again whenever something about the boards of this browser changes. */
function useKeeper(keeper: BoardKeeper): void {
  const [, setCount] = useState(0);
  useEffect(() => keeper.subscribe(() => setCount((count) => count + 1)), [keeper]);
}

/** Says in one line what happened to the board in another tab, or that it is not stored. */
export function BoardNotices({ keeper, t }: { readonly keeper: BoardKeeper; readonly t: Translate }) {
  useKeeper(keeper);
  useEffect(() => {
    // A tab that was asleep may have missed a change.
    const refresh = () => document.visibilityState === 'visible' && void keeper.refresh();
    document.addEventListener('visibilitychange', refresh);
    return () => document.removeEventListener('visibilitychange', refresh);
  }, [keeper]);
  const { notice, isFailing, store } = keeper;
  return (
    <div class="board-notices" role="status">
      {!store.isLasting && <p class="notice">{t('boardsNotStored')}</p>}
      {isFailing && <p class="notice bad">{t('changeNotStored')}</p>}
      {notice !== undefined && (
        <p class="notice">
          <span dir="auto">
            {notice.kind === 'keptBoth' ? t('keptBoth', { name: notice.name }) : t('deletedElsewhere')}
          </span>
          <button type="button" class="quiet" onClick={() => keeper.dismiss()}>
            {t('close')}
          </button>
        </p>
      )}
    </div>
  );
}
