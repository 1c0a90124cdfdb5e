import type { UserPage } from '@filemill/api';
import { useToasts } from '@filemill/ui';
import { USER_KEY } from '@filemill/web-client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { rotateApiKey } from '../api/rotate-api-key.js';
import { useRefusal } from './use-refusal.js';

/** Makes a new API key and shows it at once. */
export function useRotateKey(onDone: () => void) {
  const { t } = useTranslation('account');
  const { show } = useToasts();
  const refusal = useRefusal();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: rotateApiKey,
    onSuccess: (apiKey) => {
      queryClient.setQueryData<UserPage>(
        USER_KEY,
        (account) => account && { ...account, user: { ...account.user, apiKey } },
      );
      show('success', t('rotate.doneTitle'), t('rotate.done'));
    },
    onError: (error) => show('danger', t('rotate.failed'), refusal(error)),
    onSettled: onDone,
  });
}
