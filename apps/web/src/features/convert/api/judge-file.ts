import type { FormatView } from '@filemill/api';
import type { PlanTable } from '@filemill/plans';
import type { PlanId } from '@filemill/product';
import { ApiError, errorText } from '@filemill/web-client';
import type { QueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { inputFormatQuery } from '../../../lib/api/catalogue.js';
import { exceededMb, extensionOf, planThatTakes } from '../model/admission.js';
import type { Item, Refusal } from '../model/item.js';

/** The format of a file, or why it is refused. */
export type Judgement = { input: FormatView } | { refusal: Refusal; input?: FormatView };

/**
 * Looks up a file's format by its extension in the catalogue, and checks the limits of the plan.
 *
 * @param t - of all namespaces: the refusal is said in words
 */
export async function judgeFile(
  item: Item,
  { plans, planId }: { plans: PlanTable; planId: PlanId },
  client: QueryClient,
  t: TFunction,
): Promise<Judgement> {
  const extension = extensionOf(item.name);
  const unsupported = { title: t('convert:refused.unsupported'), text: t('convert:refused.unsupportedText') };
  if (!extension) return { refusal: unsupported };
  try {
    const input = await client.fetchQuery(inputFormatQuery(extension));
    const limitMb = exceededMb(item, input, plans[planId]);
    if (limitMb === undefined) return { input };
    const text = t('convert:toasts.tooLargeText', { file: item.name, limit: limitMb });
    const larger = planThatTakes(item, input, plans);
    const remedy = larger && {
      plan: larger,
      remedy: t('convert:refused.larger', {
        plan: t(`convert:plan.${larger}`),
        limit: plans[larger].maxFileSizeMb[input.category],
      }),
    };
    return { input, refusal: { title: t('convert:toasts.tooLarge'), text, ...remedy } };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return { refusal: unsupported };
    return { refusal: { title: t('convert:refused.unknown'), text: errorText(t, error) } };
  }
}
