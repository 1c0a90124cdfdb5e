import type { UserView } from '@filemill/api';
import { useTranslation } from 'react-i18next';
import { formatDay } from '../../../lib/format-day.js';
import { subscriptionState } from '../model/subscription.js';

/** When Pro renews or ends; nothing on the free plan. */
export function SubscriptionNote({ user }: { user: UserView }) {
  const { t, i18n } = useTranslation('account');
  const { endsAt, canCancel } = subscriptionState(user);
  if (endsAt) return t('note.ends', { date: formatDay(endsAt, i18n.language) });
  return canCancel ? t('note.renews') : null;
}
