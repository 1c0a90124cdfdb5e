import { PRODUCT_NAME } from '@filemill/web-client';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { PeriodSelector } from '../../features/figures/period-selector.js';
import { StatCards } from '../../features/figures/stat-cards.js';
import { periodOf } from '../../lib/api/figures.js';
import { useAddress } from '../../lib/use-address.js';
import { AdminTabs } from './tabs.js';

/** The administrators' page: figures of a period, and the tabs below. */
export function Dashboard() {
  const { t } = useTranslation();
  const { params, change } = useAddress();
  const period = periodOf(params.get('period'));
  const title = t('title');
  useEffect(() => {
    document.title = `${title} · ${PRODUCT_NAME}`;
  }, [title]);
  return (
    <>
      <div className="adm__h">
        <h1>{title}</h1>
        <PeriodSelector period={period} onPeriod={(days) => change({ period: days })} />
      </div>
      <StatCards period={period} />
      <AdminTabs period={period} />
    </>
  );
}
