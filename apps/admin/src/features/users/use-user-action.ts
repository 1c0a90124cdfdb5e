import type { AdminUser } from '@filemill/api';
import { useToasts } from '@filemill/ui';
import { errorText } from '@filemill/web-client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { actOnUser, type UserAction } from './api.js';

/** An action on a user that waits for confirmation. */
export interface PendingAction {
  readonly user: AdminUser;
  readonly action: UserAction;
}

/** Runs the action and shows a toast; then every figure of the page is read again. @param onDone - after the answer */
export function useUserAction(onDone: () => void) {
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
