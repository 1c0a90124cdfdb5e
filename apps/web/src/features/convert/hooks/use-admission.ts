import type { Plan, PlanTable } from '@filemill/plans';
import type { PlanId } from '@filemill/product';
import { useToasts } from '@filemill/ui';
import { errorText } from '@filemill/web-client';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { plansQuery } from '../../../lib/api/public-data.js';
import { judgeFile } from '../api/judge-file.js';
import { canBecome, withinCount } from '../model/admission.js';
import { type Item, isListed, newItem } from '../model/item.js';
import { presetFor } from '../model/preset.js';
import type { Queue } from '../model/queue.js';

/** Files that were lost by a reload and are chosen again: matched by name and size, they take their old place. */
function returned(file: File, items: readonly Item[]): Item | undefined {
  return items.find(
    ({ status, name, sizeBytes }) => status === 'lost' && name === file.name && sizeBytes === file.size,
  );
}

/**
 * Adds files to the list, within the plan's limits; reports refused ones.
 *
 * @param onTooMany - called when more files were chosen than the plan allows at once
 */
export function useAdmission(queue: Queue, planId: PlanId, onTooMany: (plan: Plan, taken: number) => void) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const toasts = useToasts();
  const { store } = queue;

  async function admit(items: readonly Item[], plans: PlanTable): Promise<void> {
    const judgements = await Promise.all(items.map((item) => judgeFile(item, { plans, planId }, client, t)));
    const changes = new Map<string, Partial<Item>>();
    for (const [index, judgement] of judgements.entries()) {
      const item = items[index];
      if (!item) continue;
      if ('refusal' in judgement) {
        changes.set(item.id, { status: 'refused', ...judgement });
        // Only the size limit gets a toast; the other reasons are shown in the row.
        if (judgement.input) toasts.show('warning', judgement.refusal.title, judgement.refusal.text);
        continue;
      }
      const { input } = judgement;
      const wanted = item.target ?? queue.sharedTarget;
      const target = wanted && canBecome(input, wanted) ? wanted : undefined;
      const preset = item.target === undefined && queue.preset && presetFor(input, queue.preset);
      changes.set(item.id, { status: 'ready', refusal: undefined, input, target, ...preset });
    }
    store.updateAll(changes);
  }

  async function readPlans(): Promise<PlanTable | undefined> {
    try {
      return await client.fetchQuery(plansQuery);
    } catch (error) {
      toasts.show('danger', t('convert:refused.unknown'), errorText(t, error));
      return undefined;
    }
  }

  /** @returns how many files were listed */
  async function add(files: readonly File[]): Promise<number> {
    const plans = await readPlans();
    if (!plans) return 0;
    const taken = withinCount(files, store.get().filter(isListed).length, plans[planId]);
    if (taken.length < files.length) onTooMany(plans[planId], taken.length);
    const back: Item[] = [];
    const fresh: Item[] = [];
    for (const file of taken) {
      const lost = returned(file, store.get());
      if (lost) store.update(lost.id, { file, status: 'detecting', error: undefined });
      if (lost) back.push({ ...lost, file });
      else fresh.push(newItem(file));
    }
    store.add(fresh);
    void admit([...back, ...fresh], plans);
    return taken.length;
  }

  /** Checks refused files again, as after signing in: another plan accepts more. */
  async function readmit(): Promise<void> {
    const refused = store.get().filter(({ status, file }) => status === 'refused' && file !== undefined);
    const plans = refused.length > 0 ? await readPlans() : undefined;
    if (plans) await admit(refused, plans);
  }
  return { add, readmit };
}
