import { useToasts } from '@filemill/ui';
import { errorText } from '@filemill/web-client';
import { useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { deleteConversion } from '../api/download.js';
import { uploadFile } from '../api/upload.js';
import { watchConversion } from '../api/watch-conversion.js';
import { BatchRunner } from '../model/batch-runner.js';
import { BatchStore } from '../model/batch-store.js';
import { type Item, isRunning, isSkipped, isStartable, type Options } from '../model/item.js';
import { choosable } from '../model/targets.js';
import { useAdmission } from './use-admission.js';

const API = { upload: uploadFile, watch: watchConversion, erase: deleteConversion };

/** The converter's list and everything that can be done with it. */
export function useConverter() {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [announcement, announce] = useState('');
  const [view, setView] = useState<'intro' | 'working'>('intro');
  const shared = useRef<string | undefined>(undefined);

  const { store, runner } = useMemo(() => {
    const list = new BatchStore();
    return { store: list, runner: new BatchRunner(list, API, (item) => ended.current(item)) };
  }, []);
  const items = useSyncExternalStore(store.subscribe, store.get, store.get);
  const admit = useAdmission(store, () => shared.current);

  const ended = useRef<(item: Item) => void>(() => undefined);
  ended.current = (item) => {
    const key = item.status === 'completed' ? 'done' : item.status === 'error' ? 'failed' : undefined;
    if (key) announce(t(`convert:announce.${key}`, { file: item.file.name }));
  };

  const fail = (title: string) => (error: unknown) => toasts.show('danger', title, errorText(t, error));

  return {
    items,
    view,
    setView,
    announcement,
    async add(files: readonly File[]) {
      const count = await admit(files);
      if (count === 0) return;
      announce(t('convert:announce.added', { count }));
      setView('working');
    },
    remove(id: string) {
      const item = store.find(id);
      if (item && isRunning(item)) void runner.cancel(id).catch(fail(t('convert:toasts.deleteFailed')));
      store.remove(id);
      if (item) announce(t('convert:announce.removed', { file: item.file.name }));
    },
    setTarget(id: string, target: string) {
      store.update(id, { target, options: {} });
    },
    setSharedTarget(target: string) {
      shared.current = target;
      for (const { id } of choosable(store.get())) store.update(id, { target, options: {} });
    },
    setOptions(id: string, options: Options) {
      store.update(id, { options });
    },
    start(ids?: readonly string[]) {
      const chosen = items.filter((item) => (ids ? ids.includes(item.id) : isStartable(item)));
      const missing = chosen.some(({ target }) => target === undefined);
      if (missing || !chosen.some((item) => !isSkipped(item))) {
        toasts.show('warning', t('convert:toasts.missing'), t('convert:toasts.missingText'));
        return;
      }
      runner.start(chosen.map(({ id }) => id));
    },
    cancel(id: string) {
      void runner.cancel(id).catch(fail(t('convert:toasts.cancelFailed')));
    },
    async erase(id: string) {
      const item = store.find(id);
      if (!item?.conversionId) return;
      try {
        await deleteConversion(item.conversionId);
        store.remove(id);
        announce(t('convert:announce.erased', { file: item.file.name }));
      } catch (error) {
        fail(t('convert:toasts.deleteFailed'))(error);
      }
    },
  };
}

export type Converter = ReturnType<typeof useConverter>;
