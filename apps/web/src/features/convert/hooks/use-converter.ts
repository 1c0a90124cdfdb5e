import { useToasts } from '@filemill/ui';
import { useSession } from '@filemill/web-client';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { plansQuery } from '../../../lib/api/public-data.js';
import { useAccountStream } from '../../../lib/use-live-account.js';
import { planIdOf } from '../model/caller.js';
import { type Combining, sharedCombinations } from '../model/combine.js';
import { type Item, isListed, isRunning } from '../model/item.js';
import type { Queue } from '../model/queue.js';
import { useActions } from './use-actions.js';
import { useAdmission } from './use-admission.js';
import { useAnnouncer } from './use-announcer.js';
import { useBatchEnd } from './use-batch-end.js';
import { usePreset } from './use-preset.js';
import { useQueue } from './use-queue.js';
import { type Mode, useSave } from './use-save.js';

/** `?demo=1` shows the converter at work without converting: its code is loaded only then. */
function useDemo(queue: Queue): boolean {
  const [isDemo, setDemo] = useState(false);
  useEffect(() => {
    if (new URLSearchParams(location.search).get('demo') !== '1') return;
    void import('../api/demo.js').then(({ demoApi }) => {
      queue.use(demoApi());
      setDemo(true);
    });
  }, [queue]);
  return isDemo;
}

const NO_ITEMS: readonly Item[] = [];
const noItems = () => NO_ITEMS;

/**
 * The converter's list and its actions.
 *
 * @param mode - the dashboard has its own texts, and saves the results of a batch by itself
 * @param isFollowed - whether the page follows the account's stream already, and events arrive
 */
export function useConverter(mode: Mode, isFollowed?: boolean) {
  const { t } = useTranslation('convert');
  const toasts = useToasts();
  const queue = useQueue();
  const items = useSyncExternalStore(queue.store.subscribe, queue.store.get, noItems);
  const session = useSession();
  const planId = planIdOf(session);
  const plan = useQuery(plansQuery).data?.[planId];
  const { message, announcer } = useAnnouncer();
  const save = useSave(mode);
  const isDemo = useDemo(queue);
  const [combining, setCombining] = useState<Combining>();
  const isStreaming = useAccountStream(isFollowed === undefined && !isDemo && items.some(isRunning));
  queue.isLive = isFollowed ?? isStreaming;
  // A page without a converter follows no stream; conversions are polled.
  useEffect(
    () => () => {
      queue.isLive = false;
    },
    [queue],
  );
  useBatchEnd(queue, mode, announcer, save);

  const admission = useAdmission(queue, planId, ({ filesAtOnce: max }, n) =>
    mode === 'home'
      ? toasts.show('warning', t('toasts.tooMany'), t('toasts.tooManyText', { max, n }))
      : toasts.show(
          'warning',
          t('toasts.limitExceeded'),
          t('toasts.limitExceededText', { plan: t(`plan.${planId}`), n: max }),
        ),
  );
  // Another plan: check again.
  useEffect(() => void admission.readmit(), [planId]);

  return {
    mode,
    queue,
    items,
    plan,
    planId,
    isGuest: session === null,
    isDemo,
    /** Whether all files become one, and how; absent if each file becomes its own. */
    combining: sharedCombinations(items).length > 0 ? combining : undefined,
    setCombining,
    isFull: plan !== undefined && items.filter(isListed).length >= plan.filesAtOnce,
    announcement: message,
    actions: useActions(queue, announcer),
    ...usePreset(queue),
    ...save,
    async add(files: readonly File[]) {
      const count = await admission.add(files);
      if (count === 0) return;
      announcer.note((news) => {
        news.added += count;
      });
    },
  };
}

export type Converter = ReturnType<typeof useConverter>;
