import { useToasts } from '@filemill/ui';
import { ApiError, formatBytes } from '@filemill/web-client';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFrom } from '../../../lib/save-file.js';
import { isDemo, MAX_IN_MEMORY_BYTES, saveResult } from '../api/conversion.js';
import { saveBatch } from '../api/save-batch.js';
import { listNames } from '../model/batch-summary.js';
import type { Item } from '../model/item.js';

/** The dashboard and the home page use different texts for a failed download. */
export type Mode = 'home' | 'dashboard';

/** Saves one or several results, and shows the outcome. */
export function useSave(mode: Mode) {
  const { t, i18n } = useTranslation('convert');
  const toasts = useToasts();
  const [isZipping, setZipping] = useState(false);
  const busy = useRef(false);

  function sayFailed(error: unknown): void {
    if (mode === 'home') {
      toasts.show('danger', t('toasts.downloadFailed'), t('toasts.downloadFailedText'));
      return;
    }
    const isGone = error instanceof ApiError && (error.code === 'gone' || error.code === 'not_found');
    const text = isGone ? t('toasts.downloadExpired') : t('toasts.downloadNoAccess');
    toasts.show('danger', t('toasts.downloadError'), text);
  }

  /** Saves one result; a large one is left to the browser's own download. */
  async function saveOne({ conversion }: Item): Promise<void> {
    if (!conversion?.downloadUrl) return;
    const fileName = conversion.outputFileName ?? '';
    if (isDemo(conversion.id) || (conversion.convertedSize ?? 0) > MAX_IN_MEMORY_BYTES) {
      saveFrom(conversion.downloadUrl, fileName);
      return;
    }
    try {
      await saveResult(conversion.id, fileName);
      toasts.show('success', t('toasts.downloaded'), t('toasts.downloadedText'));
    } catch (error) {
      sayFailed(error);
    }
  }

  /**
   * Saves several results as a zip.
   *
   * @param failed - files of the same batch that have no result
   */
  async function saveAll(items: readonly Item[], failed: readonly Item[]): Promise<void> {
    if (busy.current) return;
    busy.current = true;
    setZipping(true);
    const parts = items.flatMap(({ conversion }) =>
      conversion ? [{ conversionId: conversion.id, fileName: conversion.outputFileName ?? '' }] : [],
    );
    try {
      const { way, missing } = await saveBatch(parts, () =>
        toasts.show('danger', t('toasts.zipFailed'), t('toasts.zipFailedText')),
      );
      if (way === 'zip') sayZipped(items, [...failed.map(({ name }) => name), ...missing], missing.length);
    } finally {
      busy.current = false;
      setZipping(false);
    }
  }

  function sayZipped(items: readonly Item[], without: readonly string[], missing: number): void {
    const count = items.length - missing;
    if (without.length > 0) {
      const names = listNames(t, without, i18n.language);
      toasts.show('warning', t('toasts.zipCompleted'), t('toasts.zipCompletedText', { count, names }));
      return;
    }
    const bytes = items.reduce((sum, { conversion }) => sum + (conversion?.convertedSize ?? 0), 0);
    const size = formatBytes(bytes, i18n.language);
    toasts.show('success', t('toasts.zipReady'), t('toasts.zipReadyText', { count, size }));
  }

  return { saveOne, saveAll, isZipping };
}
