import type { TFunction } from 'i18next';

/** The name of a field of the plan table. @param field - without its plan: `conversions.byCategory.image` */
export function fieldLabel(t: TFunction<'settings'>, field: string): string {
  const [group = '', ...rest] = field.split('.');
  const last = rest.at(-1);
  if (group === 'maxFileSizeMb') return t('field.sizeOf', { category: t(`common:categories.${last}`) });
  if (rest[0] === 'byCategory') return t('field.conversionsOf', { category: t(`common:categories.${last}`) });
  return t(`field.${last ?? group}`);
}
