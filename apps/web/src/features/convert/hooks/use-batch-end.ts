import { useToasts } from '@filemill/ui';
import { readSession, USER_KEY } from '@filemill/web-client';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { track } from '../../../lib/analytics.js';
import { isDemo, trackConversion } from '../api/conversion.js';
import { listNames, outcomeOf } from '../model/batch-summary.js';
import type { Item } from '../model/item.js';
import type { Queue } from '../model/queue.js';
import type { Announcer } from './use-announcer.js';
import type { Mode, useSave } from './use-save.js';

/** Handles the end of a file, and the end of a batch. */
export function useBatchEnd(
  queue: Queue,
  mode: Mode,
  announcer: Announcer,
  { saveOne, saveAll }: ReturnType<typeof useSave>,
) {
  const { t, i18n } = useTranslation('convert');
  const toasts = useToasts();
  const client = useQueryClient();

  function onEnd({ status, name, conversion }: Item): void {
    announcer.note((news) => {
      if (status === 'completed') news.done.push(name);
      if (status === 'error') news.failed.push(name);
    });
    if (status !== 'completed' || !conversion || isDemo(conversion.id)) return;
    track({ name: 'file_conversion' });
    if (readSession() === null) return;
    trackConversion(conversion, name)
      .then(() => client.invalidateQueries({ queryKey: USER_KEY }, { cancelRefetch: false }))
      // As specified: a failed report is only logged; the server counts by itself.
      .catch((error: unknown) => console.warn('track-conversion', error));
  }

  /** The dashboard saves the results of a batch: one result directly, several as a zip. */
  function onBatchEnd(items: readonly Item[]): void {
    const { succeeded, failed } = outcomeOf(items);
    if (mode === 'home') return;
    const [first] = succeeded;
    if (failed.length > 0) {
      const text = listNames(
        t,
        failed.map(({ name }) => name),
        i18n.language,
      );
      toasts.show(first ? 'warning' : 'danger', t('toasts.failed', { n: failed.length }), text);
    } else if (first) {
      toasts.show('success', t('toasts.complete'), t('toasts.completeText', { count: succeeded.length }));
    }
    if (!first || isDemo(first.conversionId)) return;
    void (succeeded.length === 1 ? saveOne(first) : saveAll(succeeded, failed));
  }

  useEffect(() => {
    queue.onEnd = onEnd;
    queue.onBatchEnd = onBatchEnd;
  });
}
