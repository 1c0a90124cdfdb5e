import { useToasts } from '@filemill/ui';
import { ApiError, formatCount } from '@filemill/web-client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { putSettings, settingsQuery } from '../api.js';

/** Whether somebody else has saved a table since this one was read. */
export const isConflict = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.code === 'invalid_request' &&
  Object.hasOwn((error.details.fields as object | undefined) ?? {}, 'version');

/** Saves the table and says so. @param onSaved - once it is in force */
export function useSave(onSaved: () => void) {
  const { t, i18n } = useTranslation('settings');
  const { show } = useToasts();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: putSettings,
    onSuccess: (settings) => {
      queries.setQueryData(settingsQuery.queryKey, settings);
      const version = formatCount(settings.version, i18n.language);
      show('success', t('saved.title'), t('saved.text', { version }));
      onSaved();
      return queries.invalidateQueries({ queryKey: ['admin'] });
    },
    // The input stays, now as changes to the newer table.
    onError: (error) => isConflict(error) && queries.invalidateQueries({ queryKey: settingsQuery.queryKey }),
  });
}
