import { useToasts } from '@filemill/ui';
import { type MouseEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Conversion } from '../api/conversion.js';
import { MAX_IN_MEMORY_BYTES, saveResult } from '../api/download.js';

/** Saves a result when its link is clicked; a large one, or one opened in a tab, is left to the browser. */
export function useDownload(conversion: Conversion) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [busy, setBusy] = useState(false);

  async function onClick(event: MouseEvent<HTMLAnchorElement>): Promise<void> {
    const elsewhere = event.metaKey || event.ctrlKey || event.shiftKey;
    const { convertedSize, outputFileName } = conversion;
    if (elsewhere || !outputFileName || (convertedSize ?? 0) > MAX_IN_MEMORY_BYTES) return;
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    try {
      await saveResult(conversion.id, outputFileName);
      toasts.show('success', t('convert:toasts.downloaded'), t('convert:toasts.downloadedText'));
    } catch {
      toasts.show('danger', t('convert:toasts.downloadFailed'), t('convert:toasts.downloadFailedText'));
    } finally {
      setBusy(false);
    }
  }
  return { onClick, busy };
}
