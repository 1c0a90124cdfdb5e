import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { QueryView } from '../../lib/query-view.js';
import { TableSkeleton } from '../../lib/table-skeleton.js';
import { settingsQuery } from './api.js';
import { SettingsForm } from './components/settings-form.js';

/** The plan table: shown, changed, and restored to an earlier version. */
export function SettingsView() {
  const { t } = useTranslation('settings');
  const settings = useQuery(settingsQuery);
  return (
    <QueryView query={settings} failed={t('failed')} skeleton={<TableSkeleton rows={8} />}>
      {(data) => <SettingsForm settings={data} />}
    </QueryView>
  );
}
