import type { TFunction } from 'i18next';

/** The name of a field of the plan table. @param field - without its plan: `conversions.byCategory.image` */
export function fieldLabel(t: TFunction<'settings'>, field: string): string {
  const [group = '', ...rest] = field.split('.');
  const last = rest.at(-1);
  if (group === 'maxFileSizeMb') return t('field.sizeOf', { kind: t(`common:kinds.${last}`) });
  if (rest[0] === 'byCategory') return t('field.conversionsOf', { kind: t(`common:kinds.${last}`) });
  return t(`field.${last ?? group}`);
}
