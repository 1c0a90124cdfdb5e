import { BYTES_PER_MB } from '@filemill/product';
import type { TFunction } from 'i18next';
import { ApiError } from './api-error.js';

/** The sentence about a limit of the plan; its English is word for word the server's. */
function quotaText(t: TFunction, { details, message }: ApiError): string {
  const { plan, category } = details;
  if (typeof plan !== 'string') return message;
  return typeof category === 'string'
    ? t(`errors:quota.category.${plan}`, { ...details, category: t(`errors:categories.${category}`) })
    : t(`errors:quota.total.${plan}`, details);
}

/** The sentence for an error: by its code in the page's language; a code without a text shows the server's own. */
export function errorText(t: TFunction, error: unknown): string {
  if (!(error instanceof ApiError)) return t('errors:internal');
  if (error.code === 'quota_exceeded') return quotaText(t, error);
  const { limitBytes, supportedTargets } = error.details;
  return t(`errors:${error.code}`, {
    ...error.details,
    message: error.message,
    limitMb: typeof limitBytes === 'number' ? Math.floor(limitBytes / BYTES_PER_MB) : '',
    targets: Array.isArray(supportedTargets) ? supportedTargets.join(', ').toUpperCase() : '',
    defaultValue: error.message || t('errors:internal'),
  });
}
