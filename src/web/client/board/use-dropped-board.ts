import { useEffect, useRef } from 'preact/hooks';
import { bodyFor, isJsonFile } from './board-files.ts';

/** Takes files of boards that are dropped on the page or pasted, and requests and links that are pasted outside of fields. */
export function useDroppedBoard(take: (source: string | File) => void): void {
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    const takeFile = (event: Event, data: DataTransfer | null) => {
      const [file] = data?.files ?? [];
      if (file === undefined || !isJsonFile(file)) return;
      event.preventDefault();
      // It is no photo.
      event.stopPropagation();
      latest.current(file);
    };
    const over = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    const drop = (event: DragEvent) => takeFile(event, event.dataTransfer);
    const paste = (event: ClipboardEvent) => {
      takeFile(event, event.clipboardData);
      const text = event.clipboardData?.getData('text/plain') ?? '';
      const isField = event.target instanceof Element && event.target.matches('input, textarea');
      if (!event.defaultPrevented && !isField && bodyFor(text) !== undefined) latest.current(text);
    };
    document.addEventListener('dragover', over);
    document.addEventListener('drop', drop, true);
    document.addEventListener('paste', paste, true);
    return () => {
      document.removeEventListener('dragover', over);
      document.removeEventListener('drop', drop, true);
      document.removeEventListener('paste', paste, true);
    };
  }, []);
}
