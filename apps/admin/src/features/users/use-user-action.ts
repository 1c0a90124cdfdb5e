import { useToasts } from '@filemill/ui';
import { errorText } from '@filemill/web-client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type AdminUser, actOnUser, type UserAction } from './api.js';

/** Something that an administrator is about to do to somebody. */
export interface PendingAction {
  readonly user: AdminUser;
  readonly action: UserAction;
}

/** Does it and says so; every figure of the page is then read anew. @param onDone - once the server has answered */
export function useUserAction(onDone: () => void) {
  const { t } = useTranslation('users');
  const { show } = useToasts();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ user, action, reason }: PendingAction & { reason: string }) =>
      actOnUser(user.id, action, reason),
    onSuccess: ({ user: { username } }, { action }) => {
      show('success', t(`action.${action}.done.title`), t(`action.${action}.done.text`, { username }));
      onDone();
      return queries.invalidateQueries({ queryKey: ['admin'] });
    },
    onError: (error, { action }) =>
      show('danger', t('common:error'), `${t(`action.${action}.failed`)}. ${errorText(t, error)}`),
  });
}
