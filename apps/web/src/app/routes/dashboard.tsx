import '../../styles/dashboard.css';
import { useState } from 'react';
import { type AccountAction, AccountDialog } from '../../features/account/components/account-dialog.js';
import { AccountMenu } from '../../features/account/components/account-menu.js';
import { ApiKeyCard } from '../../features/account/components/api-key-card.js';
import { SubscriptionActions, SubscriptionNote } from '../../features/account/components/subscription.js';
import { DashboardConverter } from '../../features/convert/components/dashboard-converter.js';
import { DashboardTabs } from '../../features/dashboard/components/dashboard-tabs.js';
import { DashboardSkeleton, LoadError } from '../../features/dashboard/components/load-states.js';
import { Person } from '../../features/dashboard/components/person.js';
import { QuickActions } from '../../features/dashboard/components/quick-actions.js';
import { UsageCard } from '../../features/dashboard/components/usage-card.js';
import { RecentActivity } from '../../features/history/components/recent-activity.js';
import { useLiveAccount } from '../../lib/use-live-account.js';
import { RequireLogin } from '../guards.js';

function Overview() {
  const { data, errorUpdateCount, isLive } = useLiveAccount();
  const [action, setAction] = useState<AccountAction | null>(null);
  // Counted, since the error itself is reset during each retry.
  if (!data) return errorUpdateCount > 0 ? <LoadError /> : <DashboardSkeleton />;
  const { user, usage, recentActivity } = data;
  return (
    <section className="page dash">
      <Person user={user} note={<SubscriptionNote user={user} />}>
        <AccountMenu user={user} onAction={setAction} />
      </Person>
      <div className="dgrid">
        <UsageCard usage={usage} />
        <div className="dside">
          <ApiKeyCard user={user} onRotate={() => setAction('rotateKey')} />
          <QuickActions isPro={user.plan === 'pro'}>
            <SubscriptionActions user={user} onAction={setAction} />
          </QuickActions>
        </div>
      </div>
      <DashboardTabs
        converter={<DashboardConverter isLive={isLive} />}
        activity={<RecentActivity rows={recentActivity} />}
      />
      <AccountDialog action={action} user={user} onClose={() => setAction(null)} />
    </section>
  );
}

/** The user's usage and conversions; the converter; the account. */
export function Dashboard() {
  return (
    <RequireLogin>
      <Overview />
    </RequireLogin>
  );
}
