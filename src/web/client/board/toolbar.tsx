import { useLayoutEffect } from 'preact/hooks';
import type { Step } from './history.ts';
import type { Translate } from './translate.ts';

/** The buttons for the whole board. Ctrl+Z and Ctrl+Y undo and redo as well, except while text is edited. */
export function Toolbar(props: {
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly canAddTier: boolean;
  readonly addTier: () => void;
  /** Changes the whole board and announces the text. */
  readonly step: (step: Step, text: string) => void;
  readonly t: Translate;
}) {
  const { canUndo, canRedo, canAddTier, addTier, step, t } = props;
  const undo = () => step({ type: 'undo' }, t('undone'));
  const redo = () => step({ type: 'redo' }, t('redone'));
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isEditing = event.target instanceof Element && event.target.matches('input, textarea, select');
      if (isEditing || event.altKey || !(event.ctrlKey || event.metaKey)) return;
      const key = event.key.toLowerCase();
      if (key !== 'z' && key !== 'y') return;
      event.preventDefault();
      if (key === 'y' || event.shiftKey) redo();
      else undo();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
  return (
    <div class="toolbar">
      <button type="button" class="quiet" disabled={!canUndo} onClick={undo}>
        {t('undo')}
      </button>
      <button type="button" class="quiet" disabled={!canRedo} onClick={redo}>
        {t('redo')}
      </button>
      <button type="button" class="quiet" disabled={!canAddTier} onClick={addTier}>
        {t('addTier')}
      </button>
      <button type="button" class="quiet" onClick={() => step({ type: 'startOver' }, t('startedOver'))}>
        {t('startOver')}
      </button>
    </div>
  );
}
