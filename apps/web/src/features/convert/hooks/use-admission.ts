import { useToasts } from '@filemill/ui';
import { ApiError, errorText } from '@filemill/web-client';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { type InputFormat, inputFormatQuery } from '../../../lib/api/catalogue.js';
import { type Plan, plansQuery } from '../../../lib/api/plans.js';
import { exceededMb, extensionOf, withinCount } from '../model/admission.js';
import type { BatchStore } from '../model/batch-store.js';
import type { Item } from '../model/item.js';

const newItem = (file: File): Item => ({
  id: crypto.getRandomValues(new Uint32Array(2)).join('-'),
  file,
  status: 'detecting',
  options: {},
  sentBytes: 0,
  stageStartedAt: 0,
});

/** What a file is, or why it is not taken. */
type Judgement = { input: InputFormat } | { refusal: { title: string; text: string }; input?: InputFormat };

async function judge(file: File, plan: Plan, client: QueryClient, t: TFunction): Promise<Judgement> {
  const extension = extensionOf(file.name);
  const unsupported = { title: t('convert:refused.unsupported'), text: t('convert:refused.unsupportedText') };
  if (!extension) return { refusal: unsupported };
  try {
    const input = await client.fetchQuery(inputFormatQuery(extension));
    const limitMb = exceededMb(file, input, plan);
    if (limitMb === undefined) return { input };
    const text = t('convert:toasts.tooLargeText', { file: file.name, limit: limitMb });
    return { input, refusal: { title: t('convert:toasts.tooLarge'), text } };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return { refusal: unsupported };
    return { refusal: { title: t('convert:refused.unknown'), text: errorText(t, error) } };
  }
}

/** Takes files into the list, within the plan's limits; says what was refused. */
export function useAdmission(store: BatchStore, sharedTarget: () => string | undefined) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const toasts = useToasts();

  async function admit({ id, file }: Item, plan: Plan): Promise<void> {
    const judgement = await judge(file, plan, client, t);
    if ('refusal' in judgement) {
      store.update(id, { status: 'refused', ...judgement });
      // A size is a limit that people must know of; the other reasons are read in the row.
      if (judgement.input) toasts.show('warning', judgement.refusal.title, judgement.refusal.text);
      return;
    }
    const wanted = sharedTarget();
    const { input } = judgement;
    const reachable = wanted === input.format || input.outputs.some(({ format }) => format === wanted);
    store.update(id, { status: 'ready', input, target: reachable ? wanted : undefined });
  }

  /** @returns how many files were listed */
  return async function add(files: readonly File[]): Promise<number> {
    let plan: Plan;
    try {
      plan = (await client.fetchQuery(plansQuery)).guest;
    } catch (error) {
      toasts.show('danger', t('convert:refused.unknown'), errorText(t, error));
      return 0;
    }
    const listed = store.get().filter(({ status }) => status !== 'refused').length;
    const taken = withinCount(files, listed, plan);
    if (taken.length < files.length) {
      const text = t('convert:toasts.tooManyText', { max: plan.filesAtOnce, n: taken.length });
      toasts.show('warning', t('convert:toasts.tooMany'), text);
    }
    const items = taken.map(newItem);
    store.add(items);
    void Promise.all(items.map((item) => admit(item, plan)));
    return items.length;
  };
}
