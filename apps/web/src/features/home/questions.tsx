import { Icon } from '@filemill/ui';
import { formatCount } from '@filemill/web-client';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { largestFileMb, plansQuery } from '../../lib/api/public-data.js';
import { SectionHead } from './section.js';

/** Questions whose answer needs no figure, and those that wait for the plan table. */
const PLAIN = ['keep', 'read', 'fail'] as const;
const WITH_FIGURES = ['size', 'account', 'batch'] as const;

/** What people ask; every number in an answer comes from the plan table. */
export function Questions() {
  const { t, i18n } = useTranslation('home');
  const plans = useQuery(plansQuery).data;
  const count = (value: number) => formatCount(value, i18n.language);
  const figures = plans && {
    guest: count(largestFileMb(plans.guest)),
    free: count(largestFileMb(plans.free)),
    pro: count(largestFileMb(plans.pro)),
    day: count(plans.guest.conversions.total),
    files: count(plans.guest.filesAtOnce),
  };
  const ids = figures ? [...PLAIN, ...WITH_FIGURES] : PLAIN;
  return (
    <section className="sec" id="faq">
      <div className="page faq">
        <SectionHead title={t('faq.title')} />
        <div>
          {ids.map((id) => (
            <details key={id}>
              <summary>
                {t(`faq.${id}.q`)}
                <Icon of={Plus} />
              </summary>
              <p>{t(`faq.${id}.a`, { ...figures })}</p>
            </details>
          ))}
        </div>
      </div>
    </section>
  );
}
