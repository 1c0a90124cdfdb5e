import { useToasts } from '@filemill/ui';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Dropped, filesOf } from '../api/dropped-files.js';
import { listNames } from '../model/batch-summary.js';

const carriesFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

/**
 * Takes files and folders that are dropped or pasted anywhere on the page. A dropped URL is not fetched: only files are
 * taken. Unreadable files are reported by name.
 *
 * @returns how many files are being dragged over the page, 0 for none
 */
export function usePageDrop(onFiles: (files: readonly File[]) => void): number {
  const { t, i18n } = useTranslation('intake');
  const toasts = useToasts();
  const [dragged, setDragged] = useState(0);
  const handler = useRef<(dropped: Dropped) => void>(() => undefined);
  handler.current = ({ files, unread }) => {
    if (files.length > 0) onFiles(files);
    if (unread.length === 0) return;
    const names = listNames(t, unread, i18n.language);
    toasts.show('warning', t('unread'), t('unreadText', { count: unread.length, names }));
  };
  useEffect(() => {
    // Every element fires enter and leave events; only their balance shows whether the page was left.
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
      if (data) void filesOf(data).then((dropped) => handler.current(dropped));
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
