import type { UserView } from '@filemill/api';
import { useTranslation } from 'react-i18next';
import { formatDay } from '../../../lib/format-day.js';
import { useCancel, useResume, useRotateKey } from '../use-account-actions.js';
import { Confirm } from './confirm.js';

interface QuestionProps {
  user: UserView;
  onClose: () => void;
}

/** Asks before the API key is replaced. */
export function RotateKey({ onClose }: QuestionProps) {
  const { t } = useTranslation('account');
  const { mutate, isPending } = useRotateKey(onClose);
  return (
    <Confirm
      title={t('rotate.title')}
      text={t('rotate.text')}
      confirm={t('rotate.confirm')}
      danger
      busy={isPending}
      onConfirm={() => mutate()}
      onClose={onClose}
    />
  );
}

/** Asks before the subscription is cancelled. */
export function CancelSubscription({ onClose }: QuestionProps) {
  const { t } = useTranslation('account');
  const { mutate, isPending } = useCancel(onClose);
  return (
    <Confirm
      title={t('cancel.title')}
      text={t('cancel.text')}
      confirm={isPending ? t('cancel.busy') : t('cancel.confirm')}
      danger
      busy={isPending}
      onConfirm={() => mutate()}
      onClose={onClose}
    />
  );
}

/** Asks before a cancellation is reverted: it costs money. */
export function ResumeSubscription({ user, onClose }: QuestionProps) {
  const { t, i18n } = useTranslation('account');
  const { mutate, isPending } = useResume(onClose);
  const endsAt = user.subscriptionExpiresAt;
  return (
    <Confirm
      title={t('resume.title')}
      text={endsAt ? t('resume.text', { date: formatDay(endsAt, i18n.language) }) : t('resume.textOpen')}
      confirm={isPending ? t('resume.busy') : t('resume.confirm')}
      busy={isPending}
      onConfirm={() => mutate()}
      onClose={onClose}
    />
  );
}
