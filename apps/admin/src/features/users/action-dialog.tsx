import { ConfirmDialog, Note } from '@filemill/ui';
import { errorText } from '@filemill/web-client';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ReasonField } from '../../lib/reason-field.js';
import { type Deed, useUserAction } from './use-user-action.js';

/** Asks why, and whether, before something is done to a user. */
export function ActionDialog({ deed, onClose }: { deed: Deed; onClose: () => void }) {
  const { t } = useTranslation('users');
  const [reason, setReason] = useState('');
  const action = useUserAction(onClose);
  const { username, email } = deed.user;
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => action.mutate({ ...deed, reason: reason.trim() })}
      title={t(`action.${deed.action}.title`, { username })}
      text={t(`action.${deed.action}.text`, { email })}
      confirm={t(`action.${deed.action}.button`)}
      cancel={t('common:cancel')}
      closeLabel={t('common:close')}
      danger={deed.action === 'suspend'}
      busy={action.isPending}
      disabled={reason.trim() === ''}
    >
      {action.isError && (
        <Note tone="danger">
          {t(`action.${deed.action}.failed`)}. {errorText(t, action.error)}
        </Note>
      )}
      <ReasonField value={reason} onChange={setReason} />
    </ConfirmDialog>
  );
}
