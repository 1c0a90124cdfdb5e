import type { ActivityRow } from '@filemill/api';
import { useToasts } from '@filemill/ui';
import { ApiError, callRoute } from '@filemill/web-client';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFrom } from '../../../lib/save-file.js';

/** Requests only the first byte: whether the file exists, whatever its size. */
const FIRST_BYTE = { range: 'bytes=0-0' };

/** An empty file has no first byte, but exists. */
const NOT_SATISFIABLE = 416;

/** @throws {ApiError} `gone` after the hour, among others */
async function ensureThere(id: string): Promise<void> {
  try {
    const answer = await callRoute('GET', '/api/download/{id}', { params: { id }, headers: FIRST_BYTE });
    await answer.body?.cancel();
  } catch (error) {
    if (!(error instanceof ApiError && error.status === NOT_SATISFIABLE)) throw error;
  }
}

/**
 * Passes a result to the browser's own download, which names it and holds nothing in memory. The browser would not
 * report why a file cannot be loaded, so this is checked first.
 */
export function useResultDownload({ id, downloadUrl }: ActivityRow) {
  const { t } = useTranslation('history');
  const { show } = useToasts();
  const [isBusy, setBusy] = useState(false);
  async function download(): Promise<void> {
    if (downloadUrl === null || isBusy) return;
    setBusy(true);
    try {
      await ensureThere(id);
      saveFrom(downloadUrl, '');
    } catch (error) {
      const isGone = error instanceof ApiError && (error.code === 'gone' || error.code === 'not_found');
      show('danger', t('download.failed'), isGone ? t('download.expired') : t('download.noAccess'));
    } finally {
      setBusy(false);
    }
  }
  return { download, isBusy };
}
