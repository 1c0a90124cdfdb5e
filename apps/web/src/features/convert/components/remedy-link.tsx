import type { PlanId } from '@filemill/product';
import { buttonClass } from '@filemill/ui';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../config/paths.js';
import { LocalLink } from '../../../lib/local-link.js';

/** Link to a plan that accepts a file which the current plan refuses. */
export function RemedyLink({ plan }: { plan: PlanId }) {
  const { t } = useTranslation('convert');
  return (
    <LocalLink
      className={buttonClass({ size: 'small' })}
      to={plan === 'pro' ? paths.subscribe : paths.register}
    >
      {plan === 'pro' ? t('refused.upgrade') : t('refused.signUp')}
    </LocalLink>
  );
}
