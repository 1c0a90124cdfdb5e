import type { UserView } from '@filemill/api';
import { Icon } from '@filemill/ui';
import { formatUtcDay } from '@filemill/web-client';
import { CalendarX, RotateCcw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { subscriptionState } from '../model/subscription.js';
import type { AccountAction } from './account-dialog.js';

/** When Pro renews or ends; nothing on the free plan. */
export function SubscriptionNote({ user }: { user: UserView }) {
  const { t, i18n } = useTranslation('account');
  const { endsAt, canCancel } = subscriptionState(user);
  if (endsAt) return t('note.ends', { date: formatUtcDay(endsAt, i18n.language) });
  return canCancel ? t('note.renews') : null;
}

/** The subscription among the quick actions: cancel while it renews, resume while the cancellation can be reverted. */
export function SubscriptionActions({
  user,
  onAction,
}: {
  user: UserView;
  onAction: (action: AccountAction) => void;
}) {
  const { t } = useTranslation('account');
  const { canCancel, canResume } = subscriptionState(user);
  if (user.plan !== 'pro') return null;
  return (
    <>
      <li>
        <button type="button" disabled={!canCancel} onClick={() => onAction('cancel')}>
          <Icon of={CalendarX} />
          {canCancel ? t('menu.cancel') : t('menu.cancelled')}
        </button>
      </li>
      {canResume && (
        <li>
          <button type="button" onClick={() => onAction('resume')}>
            <Icon of={RotateCcw} />
            {t('menu.resume')}
          </button>
        </li>
      )}
    </>
  );
}
