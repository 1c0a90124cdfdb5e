import { Tabs } from '@filemill/ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from '../../../lib/router.js';
import { AnalyticsTab } from './analytics-tab.js';

const PARAMETER = 'tab';
const TAB_IDS = ['converter', 'activity', 'analytics'] as const;
const [FIRST] = TAB_IDS;

/** The dashboard's tabs; the address says which one is shown: `?tab=activity`. */
export function DashboardTabs({ converter, activity }: { converter: ReactNode; activity: ReactNode }) {
  const { t } = useTranslation('dashboard');
  const [search, setSearch] = useSearchParams();
  const named = search.get(PARAMETER);
  const open = (id: string) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        if (id === FIRST) after.delete(PARAMETER);
        else after.set(PARAMETER, id);
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <Tabs
      label={t('tabs.label')}
      value={TAB_IDS.find((id) => id === named) ?? FIRST}
      onChange={open}
      tabs={[
        { id: 'converter', label: t('tabs.converter'), content: converter },
        { id: 'activity', label: t('tabs.activity'), content: activity },
        { id: 'analytics', label: t('tabs.analytics'), content: <AnalyticsTab /> },
      ]}
    />
  );
}
