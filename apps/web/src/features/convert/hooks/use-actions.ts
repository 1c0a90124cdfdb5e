import { useToasts } from '@filemill/ui';
import { errorText } from '@filemill/web-client';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { canBecome } from '../model/admission.js';
import { type Combining, combined, moved, movedTo } from '../model/combine.js';
import { expectationOf } from '../model/expectation.js';
import { type Item, isRunning, isSkipped, isStartable, type Options } from '../model/item.js';
import type { Queue } from '../model/queue.js';
import { alike, canRefine, choosable, chosen } from '../model/targets.js';
import type { Announcer } from './use-announcer.js';

/** All actions on listed files. Always the same object, so that rows render only when they change. */
export function useActions(queue: Queue, announcer: Announcer) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const latest = useRef({ t, toasts });
  latest.current = { t, toasts };

  return useMemo(() => {
    const { store, runner } = queue;
    const text: typeof t = ((...args: Parameters<typeof t>) => latest.current.t(...args)) as typeof t;
    const fail = (title: string) => (error: unknown) =>
      latest.current.toasts.show('danger', title, errorText(latest.current.t, error));
    const say = (sentence: string) => announcer.note((news) => news.other.push(sentence));

    return {
      remove(id: string): void {
        const item = store.find(id);
        if (item && isRunning(item)) void runner.cancel(id).catch(fail(text('convert:toasts.deleteFailed')));
        store.remove(id);
        if (item) say(text('convert:announce.removed', { file: item.name }));
      },
      setTarget(id: string, target: string): void {
        const item = store.find(id);
        if (item) store.update(id, chosen(item, target, true));
      },
      /** Files that cannot become it keep their format: their rows and the note above the list say so. */
      setSharedTarget(target: string): void {
        queue.sharedTarget = target;
        const able = choosable(store.get()).filter(({ input }) => input && canBecome(input, target));
        // Who chooses the format that all files have wants them optimised.
        const refines = able.every(({ input }) => input?.format === target);
        store.updateAll(new Map(able.map((item) => [item.id, chosen(item, target, refines)])));
      },
      /** Optimises files that have the chosen format already, instead of skipping them. */
      refineSkipped(): void {
        const able = store.get().filter((item) => isSkipped(item) && canRefine(item));
        store.updateAll(new Map(able.map(({ id }) => [id, { refines: true }])));
      },
      /** Makes one item of all files for which a format can be chosen, and starts it. */
      combine(combining: Combining): void {
        const parts = choosable(store.get());
        const item = combined(parts, combining);
        if (!item) return;
        store.rearrange((items) =>
          items.flatMap((one) => (one.id === item.id ? item : parts.includes(one) ? [] : one)),
        );
        say(text('convert:announce.combined', { count: parts.length }));
        runner.start([item.id]);
      },
      /** Puts the files of a combined item back into the list. */
      separate({ id, parts = [] }: Item): void {
        store.rearrange((items) => items.flatMap((one) => (one.id === id ? parts : one)));
      },
      move(id: string, by: -1 | 1): void {
        store.rearrange((items) => moved(items, id, by));
        const place = choosable(store.get()).findIndex((item) => item.id === id) + 1;
        say(text('convert:announce.moved', { file: store.find(id)?.name, place }));
      },
      moveTo(id: string, placeOf: string): void {
        store.rearrange((items) => movedTo(items, id, placeOf));
      },
      setOptions(ids: readonly string[], options: Options): void {
        store.updateAll(new Map(ids.map((id) => [id, { options }])));
      },
      /** The files for which the settings of one can be used, itself among them. */
      alike(item: Item): readonly Item[] {
        return alike(store.get(), item);
      },
      /** Expected result of files with some settings, from measurements in this list. */
      expect(items: readonly Item[], options: Options) {
        return expectationOf(store.get(), items, options);
      },
      /** @param ids - absent for all that can be started */
      start(ids?: readonly string[]): void {
        const started = store.get().filter((item) => (ids ? ids.includes(item.id) : isStartable(item)));
        const isMissing = started.some(({ target }) => target === undefined);
        if (isMissing || !started.some((item) => !isSkipped(item))) {
          latest.current.toasts.show(
            'warning',
            text('convert:toasts.missing'),
            text('convert:toasts.missingText'),
          );
          return;
        }
        runner.start(started.map(({ id }) => id));
      },
      cancel(id: string): void {
        void runner.cancel(id).catch(fail(text('convert:toasts.cancelFailed')));
      },
      cancelAll(): void {
        for (const { id } of store.get().filter(isRunning)) {
          void runner.cancel(id).catch(fail(text('convert:toasts.cancelFailed')));
        }
      },
      async erase({ id, conversionId, name }: Item): Promise<void> {
        if (!conversionId) return;
        try {
          await queue.erase(conversionId);
          store.remove(id);
          say(text('convert:announce.erased', { file: name }));
        } catch (error) {
          fail(text('convert:toasts.deleteFailed'))(error);
        }
      },
    };
  }, [queue, announcer]);
}

export type Actions = ReturnType<typeof useActions>;
