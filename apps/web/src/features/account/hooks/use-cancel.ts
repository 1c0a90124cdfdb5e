import type { CancellationView } from '@filemill/api';
import { useToasts } from '@filemill/ui';
import { ApiError } from '@filemill/web-client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatDay } from '../../../lib/format-day.js';
import { accountShows } from '../api/account-shows.js';
import { cancelSubscription } from '../api/subscription.js';
import { useRefusal } from './use-refusal.js';

/** Cancels the subscription, waits until the account shows it, and says until when Pro lasts. */
export function useCancel(onDone: () => void) {
  const { t, i18n } = useTranslation('account');
  const { show } = useToasts();
  const refusal = useRefusal();
  const queryClient = useQueryClient();
  const sentenceOf = ({ message, cancellationDate, alreadyCancelled }: CancellationView): string => {
    if (i18n.language === 'en') return message;
    const date = formatDay(cancellationDate, i18n.language);
    return alreadyCancelled ? t('cancel.already', { date }) : t('cancel.done', { date });
  };
  return useMutation({
    mutationFn: async () => {
      const answer = await cancelSubscription();
      await accountShows(queryClient, ({ subscriptionExpiresAt }) => subscriptionExpiresAt !== null);
      return answer;
    },
    onSuccess: (answer) =>
      show(answer.alreadyCancelled ? 'info' : 'success', t('cancel.cancelled'), sentenceOf(answer)),
    onError: (error) => {
      const hasAnswer = error instanceof ApiError && error.status > 0;
      show(
        'danger',
        t('failed'),
        hasAnswer ? t('cancel.failed', { reason: refusal(error) }) : t('cancel.noAnswer'),
      );
    },
    onSettled: onDone,
  });
}
