import type { CancellationView, UserPage, UserView } from '@filemill/api';
import { useToasts } from '@filemill/ui';
import { ApiError, errorText, formatUtcDay, USER_KEY, userQuery } from '@filemill/web-client';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { pause } from '../../lib/pause.js';
import { cancelSubscription, exportAccount, resumeSubscription, rotateApiKey } from './api/account.js';

const PAUSE_MS = 500;
/** The payment provider's confirmation comes within a second or two. */
const GIVE_UP_MS = 10_000;

/**
 * Reads the account again until it shows a change, so that no button shows its old label for a moment.
 * After ten seconds the page continues with the current data: later reads update it.
 */
async function accountShows(queryClient: QueryClient, isChanged: (user: UserView) => boolean): Promise<void> {
  for (const giveUpAt = Date.now() + GIVE_UP_MS; Date.now() < giveUpAt; ) {
    await queryClient.refetchQueries({ queryKey: USER_KEY });
    const account = queryClient.getQueryData<UserPage>(userQuery().queryKey);
    if (!account || isChanged(account.user)) return;
    await pause(PAUSE_MS);
  }
}

/** The sentence for a refusal: the server's own in English, the page's in other languages. */
export function useRefusal(): (error: unknown) => string {
  const { t, i18n } = useTranslation(['account', 'errors']);
  return (error) =>
    error instanceof ApiError && i18n.language === 'en' && error.message
      ? error.message
      : errorText(t, error);
}

/** Cancels the subscription, waits until the account shows it, and says until when Pro lasts. */
export function useCancel(onDone: () => void) {
  const { t, i18n } = useTranslation('account');
  const { show } = useToasts();
  const refusal = useRefusal();
  const queryClient = useQueryClient();
  const sentenceOf = ({ message, cancellationDate, alreadyCancelled }: CancellationView): string => {
    if (i18n.language === 'en') return message;
    const date = formatUtcDay(cancellationDate, i18n.language);
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

/** Saves all stored data about the user. */
export function useExport() {
  const { t } = useTranslation('account');
  const { show } = useToasts();
  const refusal = useRefusal();
  return useMutation({
    mutationFn: exportAccount,
    onSuccess: () => show('success', t('export.doneTitle'), t('export.done')),
    onError: (error) => show('danger', t('export.failed'), refusal(error)),
  });
}
