import { useToasts } from '@filemill/ui';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { exportAccount } from '../api/export-account.js';
import { useRefusal } from './use-refusal.js';

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
