import { useToasts } from '@filemill/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { accountShows } from '../api/account-shows.js';
import { resumeSubscription } from '../api/subscription.js';
import { useRefusal } from './use-refusal.js';

/** Reverts the cancellation, and waits until the account shows it. */
export function useResume(onDone: () => void) {
  const { t } = useTranslation('account');
  const { show } = useToasts();
  const refusal = useRefusal();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      await resumeSubscription();
      await accountShows(queryClient, ({ subscriptionCancelledAt }) => subscriptionCancelledAt === null);
    },
    onSuccess: () => show('success', t('resume.doneTitle'), t('resume.done')),
    onError: (error) => show('danger', t('resume.failed'), refusal(error)),
    onSettled: onDone,
  });
}
