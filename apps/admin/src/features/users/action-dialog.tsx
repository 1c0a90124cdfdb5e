import { ConfirmDialog, Note } from '@filemill/ui';
import { errorText } from '@filemill/web-client';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ReasonField } from '../../lib/reason-field.js';
import { type PendingAction, useUserAction } from './use-user-action.js';

/** Asks for a reason and a confirmation before an action on a user. */
export function ActionDialog({ pending, onClose }: { pending: PendingAction; onClose: () => void }) {
  const { t } = useTranslation('users');
  const [reason, setReason] = useState('');
  const action = useUserAction(onClose);
  const { username, email } = pending.user;
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => action.mutate({ ...pending, reason: reason.trim() })}
      title={t(`action.${pending.action}.title`, { username })}
      text={t(`action.${pending.action}.text`, { email })}
      confirm={t(`action.${pending.action}.button`)}
      cancel={t('common:cancel')}
      closeLabel={t('common:close')}
      danger={pending.action === 'suspend'}
      busy={action.isPending}
      disabled={reason.trim() === ''}
    >
      {action.isError && (
        <Note tone="danger">
          {t(`action.${pending.action}.failed`)}. {errorText(t, action.error)}
        </Note>
      )}
      <ReasonField value={reason} onChange={setReason} />
    </ConfirmDialog>
  );
}
