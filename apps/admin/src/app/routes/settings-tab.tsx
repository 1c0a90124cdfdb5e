import { AuditCard } from '../../features/audit-log/index.js';
import { SettingsView } from '../../features/settings/index.js';

/** Settings, and below them the record of what administrators did. */
export function SettingsTab() {
  return (
    <>
      <SettingsView />
      <AuditCard />
    </>
  );
}
