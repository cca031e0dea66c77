import { useLayoutEffect } from 'preact/hooks';
import type { Step } from './history.ts';
import { ToolButton } from './icons.tsx';
import type { Translate } from './translate.ts';

/** The buttons for the whole board. Ctrl+Z and Ctrl+Y undo and redo as well, except while text is edited. */
export function Toolbar(props: {
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly canAddTier: boolean;
  readonly addTier: () => void;
  readonly canPresent: boolean;
  readonly present: () => void;
  readonly hidesLabels: boolean;
  readonly hideLabels: (hides: boolean) => void;
  /** Changes the whole board and announces the text. */
  readonly step: (step: Step, text: string) => void;
  readonly t: Translate;
}) {
  const { canUndo, canRedo, canAddTier, addTier, canPresent, present, hidesLabels, hideLabels, step, t } =
    props;
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
      <ToolButton icon="undo" name={t('undo')} isSmall disabled={!canUndo} onClick={undo} />
      <ToolButton icon="redo" name={t('redo')} isSmall disabled={!canRedo} onClick={redo} />
      <ToolButton icon="addTier" name={t('addTier')} disabled={!canAddTier} onClick={addTier} />
      <ToolButton
        icon="labels"
        name={t('hideLabels')}
        pressed={hidesLabels}
        onClick={() => hideLabels(!hidesLabels)}
      />
      <ToolButton icon="present" name={t('present')} disabled={!canPresent} onClick={present} />
      <ToolButton
        icon="startOver"
        name={t('startOver')}
        onClick={() => step({ type: 'startOver' }, t('startedOver'))}
      />
    </div>
  );
}
