import { AuditCard } from '../../features/audit-log/audit-card.js';
import { SettingsView } from '../../features/settings/settings-form.js';

/** Settings, and below them the record of what administrators did. */
export function SettingsTab() {
  return (
    <>
      <SettingsView />
      <AuditCard />
    </>
  );
}
