import { useEffect, useRef, useState } from 'react';
import { filesOf } from '../api/dropped-files.js';

const carriesFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

/**
 * Takes files and folders that are dropped or pasted anywhere on the page, from whichever window they come. An address
 * that is dropped is not fetched: only files are taken.
 *
 * @returns how many files are being dragged over the page, 0 for none
 */
export function usePageDrop(onFiles: (files: readonly File[]) => void): number {
  const [dragged, setDragged] = useState(0);
  const handler = useRef(onFiles);
  handler.current = onFiles;
  useEffect(() => {
    // Every element that is entered or left on the way tells so; only the balance says whether the page was left.
    let depth = 0;
    const enter = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      depth += 1;
      setDragged(event.dataTransfer?.items.length ?? 1);
    };
    const leave = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      depth -= 1;
      if (depth <= 0) setDragged(0);
    };
    const over = (event: DragEvent) => carriesFiles(event) && event.preventDefault();
    const drop = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      depth = 0;
      setDragged(0);
      take(event.dataTransfer);
    };
    const paste = (event: ClipboardEvent) => take(event.clipboardData);
    const take = (data: DataTransfer | null) => {
      if (!data) return;
      void filesOf(data).then((files) => files.length > 0 && handler.current(files));
    };
    document.addEventListener('dragenter', enter);
    document.addEventListener('dragleave', leave);
    document.addEventListener('dragover', over);
    document.addEventListener('drop', drop);
    document.addEventListener('paste', paste);
    return () => {
      document.removeEventListener('dragenter', enter);
      document.removeEventListener('dragleave', leave);
      document.removeEventListener('dragover', over);
      document.removeEventListener('drop', drop);
      document.removeEventListener('paste', paste);
    };
  }, []);
  return dragged;
}
