import type { Formats } from '@filemill/api';
import type { Plan } from '@filemill/plans';
import { CATEGORIES } from '@filemill/product';
import { joinList } from '@filemill/web-client';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatsQuery } from '../../../lib/api/catalogue.js';

/** Categories on offer, grouped by their limit, smallest first. */
function groupsOf(plan: Plan, formats: Formats) {
  const groups = new Map<number, string[]>();
  for (const category of CATEGORIES.filter((name) => (formats[name]?.formats.length ?? 0) > 0)) {
    const limitMb = plan.maxFileSizeMb[category];
    groups.set(limitMb, [...(groups.get(limitMb) ?? []), category]);
  }
  return [...groups].sort(([a], [b]) => a - b);
}

/** The limits of the files in one or two sentences, from the plan table. */
export function LimitsNote({ plan, listed = 0 }: { plan: Plan | undefined; listed?: number }) {
  const { t, i18n } = useTranslation(['intake', 'common']);
  const formats = useQuery(formatsQuery).data;
  if (!plan || !formats) return <span className="limits-note">&nbsp;</span>;
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' });
  const parts = groupsOf(plan, formats).map(([limit, categories]) =>
    t('drop.categoryLimit', {
      categories: list.format(categories.map((category) => t(`common:categoryPlural.${category}`))),
      limit,
    }),
  );
  const left = plan.filesAtOnce - listed;
  const count =
    listed === 0
      ? t('drop.count', { count: plan.filesAtOnce })
      : left > 0
        ? t('drop.countLeft', { count: left, max: plan.filesAtOnce })
        : t('drop.full', { count: plan.filesAtOnce });
  const sizes = t('drop.sizes', { sizes: joinList(parts, i18n.language) });
  return <span className="limits-note">{`${count} ${sizes}`}</span>;
}
