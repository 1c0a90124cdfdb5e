import { formatCount } from '@filemill/web-client';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Problem } from './draft/draft.js';

/** The name of a field of the plan table. @param field - without its plan: `conversions.byCategory.image` */
export function fieldLabel(t: TFunction<'settings'>, field: string): string {
  const [group = '', ...rest] = field.split('.');
  const last = rest.at(-1);
  if (group === 'maxFileSizeMb') return t('field.sizeOf', { category: t(`common:categories.${last}`) });
  if (rest[0] === 'byCategory') return t('field.conversionsOf', { category: t(`common:categories.${last}`) });
  return t(`field.${last ?? group}`);
}

/** What is wrong with a value, and what would be right. */
export const problemText = (t: TFunction<'settings'>, problem: Problem, language: string): string =>
  t(`problem.${problem.id}`, { limit: 'limit' in problem ? formatCount(problem.limit, language) : '' });

/** Shown for a number that a plan does not have. */
const NONE = '–';

/** How a value of the plan table is written for people. */
export function useValueText(): (field: string, value: string | undefined) => string {
  const { t, i18n } = useTranslation('settings');
  return (field, value) => {
    if (value === undefined) return NONE;
    if (field === 'api') return t(value === 'on' ? 'on' : 'off');
    if (field === 'period') return t(value === 'day' ? 'per.day' : 'per.month');
    const number = Number(value);
    return value.trim() === '' || Number.isNaN(number) ? value : formatCount(number, i18n.language);
  };
}
