import type { Formats } from '@filemill/api';
import type { Plan } from '@filemill/plans';
import { CATEGORIES, type PlanId } from '@filemill/product';
import { Button, buttonClass, cx, Icon, Stone } from '@filemill/ui';
import { formatCount, formatPrice, useSession } from '@filemill/web-client';
import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../config/paths.js';
import { largestFileMb } from '../../lib/api/public-data.js';
import { LocalLink } from '../../lib/local-link.js';
import { useAuthDialog } from '../../lib/use-auth-dialog.js';

/** Categories that a card names; the table below has all. */
const NAMED_CATEGORIES = 4;

/** What a plan gives, as the lines of its card. */
function useLines(plan: Plan, formats: Formats): readonly string[] {
  const { t, i18n } = useTranslation(['home', 'common']);
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' });
  const categories = CATEGORIES.filter((category) => formats[category])
    .slice(0, NAMED_CATEGORIES)
    .map((category) =>
      t('pricing.categoryCount', {
        n: formatCount(plan.conversions.byCategory[category], i18n.language),
        category: t(`common:categoryPlural.${category}`),
      }),
    );
  return [
    t(`pricing.categories_${plan.period}`, { categories: list.format(categories) }),
    t('pricing.size', { size: formatCount(largestFileMb(plan), i18n.language) }),
    t('pricing.atOnce', { count: plan.filesAtOnce }),
    t('pricing.concurrent', { count: plan.concurrent }),
    ...(plan.api ? [t('pricing.api', { perSecond: plan.api.conversionsPerSecond })] : []),
  ];
}

interface PlanCardProps {
  id: PlanId;
  plan: Plan;
  formats: Formats;
  onChoose: () => void;
}

/** A plan's card, and the way to it. */
export function PlanCard({ id, plan, formats, onChoose }: PlanCardProps) {
  const { t, i18n } = useTranslation(['home', 'common']);
  const dialog = useAuthDialog();
  const session = useSession();
  const lines = useLines(plan, formats);
  const pro = id === 'pro';
  return (
    <article className={cx('card plan', pro && 'card--ink on-ink')}>
      {pro && <Stone className="plan__stone" />}
      <h3>{t(`pricing.plans.${id}`)}</h3>
      <p className="plan__price">
        <b>
          {id === 'guest' ? t('pricing.noCost') : formatPrice(plan.priceMinor, plan.currency, i18n.language)}
        </b>{' '}
        {plan.priceMinor > 0 && t('pricing.perMonth')}
      </p>
      <p className="plan__for">{t(`pricing.for.${id}`)}</p>
      <p className="plan__big">
        <b>{formatCount(plan.conversions.total, i18n.language)}</b> {t(`pricing.conversions_${plan.period}`)}
      </p>
      <ul>
        {lines.map((line) => (
          <li key={line}>
            <Icon of={Check} />
            {line}
          </li>
        ))}
      </ul>
      {id === 'guest' && (
        <Button block size="large" onClick={onChoose}>
          {t('pricing.now')}
        </Button>
      )}
      {id === 'free' && !session && (
        <Button block size="large" onClick={() => dialog.open('register')}>
          {t('common:account.signUp')}
        </Button>
      )}
      {id === 'pro' && (
        <LocalLink
          className={buttonClass({ look: 'onInk', size: 'large', block: true })}
          to={paths.subscribe}
        >
          {t('common:account.upgrade')}
        </LocalLink>
      )}
    </article>
  );
}
