import type { PeriodDays } from '@filemill/product';
import { type Tab, Tabs } from '@filemill/ui';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { ConversionsTab } from '../../features/conversions/conversions-tab.js';
import { RecentCard } from '../../features/conversions/recent-card.js';
import { Charts } from '../../features/figures/charts.js';
import { StatusCard } from '../../features/system/status-card.js';
import { SystemTab } from '../../features/system/system-tab.js';
import { UsersTab } from '../../features/users/users-tab.js';
import { TableSkeleton } from '../../lib/table-skeleton.js';
import { useAddress } from '../../lib/use-address.js';

/** Loaded separately, with the schema of the plan table. */
const SettingsTab = lazy(async () => {
  await import('../../lib/zod-without-eval.js');
  return { default: (await import('./settings-tab.js')).SettingsTab };
});

const TAB_IDS = ['overview', 'users', 'conversions', 'system', 'settings'] as const;

const contentOf = (period: PeriodDays) => ({
  overview: (
    <>
      <div className="ov">
        <StatusCard />
        <RecentCard />
      </div>
      <Charts period={period} />
    </>
  ),
  users: <UsersTab />,
  conversions: <ConversionsTab />,
  system: <SystemTab />,
  settings: <SettingsTab />,
});

/** The five tabs; the address says which one is shown. */
export function AdminTabs({ period }: { period: PeriodDays }) {
  const { t } = useTranslation();
  const { params, change } = useAddress();
  const content = contentOf(period);
  const tabs: readonly Tab[] = TAB_IDS.map((id) => ({
    id,
    label: t(`tabs.${id}`),
    // Texts of a tab load with it; the current tab stays on screen meanwhile.
    content: <Suspense fallback={<TableSkeleton />}>{content[id]}</Suspense>,
  }));
  const shown = TAB_IDS.find((id) => id === params.get('tab')) ?? 'overview';
  return (
    <Tabs
      label={t('tabs.label')}
      tabs={tabs}
      value={shown}
      onChange={(id) => change({ tab: id === 'overview' ? null : id })}
    />
  );
}
