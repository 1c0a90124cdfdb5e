import type { UserView } from '@filemill/api';
import { ConfirmDialog } from '@filemill/ui';
import { formatUtcDay } from '@filemill/web-client';
import { useTranslation } from 'react-i18next';
import { useCancel, useResume, useRotateKey } from '../use-account-actions.js';
import { DeleteAccount } from './delete-account.js';

/** Actions on the account, each with a confirmation. */
export type AccountAction = 'rotateKey' | 'cancel' | 'resume' | 'delete';

interface ConfirmProps {
  title: string;
  text: string;
  confirm: string;
  danger?: boolean;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** A confirmation dialog of the account, with the texts that all of them share. */
function Confirm(props: ConfirmProps) {
  const { t } = useTranslation('account');
  return <ConfirmDialog open cancel={t('dialog.keep')} closeLabel={t('dialog.close')} {...props} />;
}

interface QuestionProps {
  user: UserView;
  onClose: () => void;
}

/** Asks before the API key is replaced. */
function RotateKey({ onClose }: QuestionProps) {
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
function CancelSubscription({ onClose }: QuestionProps) {
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
function ResumeSubscription({ user, onClose }: QuestionProps) {
  const { t, i18n } = useTranslation('account');
  const { mutate, isPending } = useResume(onClose);
  const endsAt = user.subscriptionExpiresAt;
  return (
    <Confirm
      title={t('resume.title')}
      text={endsAt ? t('resume.text', { date: formatUtcDay(endsAt, i18n.language) }) : t('resume.textOpen')}
      confirm={isPending ? t('resume.busy') : t('resume.confirm')}
      busy={isPending}
      onConfirm={() => mutate()}
      onClose={onClose}
    />
  );
}

const DIALOGS: Record<AccountAction, typeof RotateKey> = {
  rotateKey: RotateKey,
  cancel: CancelSubscription,
  resume: ResumeSubscription,
  delete: DeleteAccount,
};

interface AccountDialogProps {
  /** The chosen action; null if there is none. */
  action: AccountAction | null;
  user: UserView;
  onClose: () => void;
}

/** The confirmation before an action runs. */
export function AccountDialog({ action, user, onClose }: AccountDialogProps) {
  if (action === null) return null;
  const Shown = DIALOGS[action];
  return <Shown user={user} onClose={onClose} />;
}
