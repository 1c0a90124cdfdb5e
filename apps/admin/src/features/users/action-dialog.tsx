import type { AdminUser } from '@filemill/api';
import { ConfirmDialog, Note, useToasts } from '@filemill/ui';
import { errorText } from '@filemill/web-client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ReasonField } from '../../lib/reason-field.js';
import { actOnUser, type UserAction } from './api.js';

/** An action on a user that waits for confirmation. */
export interface PendingAction {
  readonly user: AdminUser;
  readonly action: UserAction;
}

/** Runs the action and shows a toast; then every figure of the page is read again. @param onDone - after the answer */
function useUserAction(onDone: () => void) {
  const { t } = useTranslation('users');
  const { show } = useToasts();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ user, action, reason }: PendingAction & { reason: string }) =>
      actOnUser(user, action, reason),
    onSuccess: ({ user: { username } }, { action }) => {
      show('success', t(`action.${action}.done.title`), t(`action.${action}.done.text`, { username }));
      onDone();
      return queries.invalidateQueries({ queryKey: ['admin'] });
    },
    onError: (error, { action }) =>
      show('danger', t('common:error'), `${t(`action.${action}.failed`)}. ${errorText(t, error)}`),
  });
}

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
