import type { AuditLog } from '@filemill/api';
import { describe, expect, it } from '@jest/globals';
import { versionRows } from './versions.js';

const anEntry = (newVersion: number | null): AuditLog['entries'][number] => ({
  id: String(newVersion),
  actor: { id: 'a', username: 'root' },
  action: 'put_settings',
  subject: 'settings',
  subjectUsername: null,
  reason: 'a campaign',
  outcome: newVersion === null ? 'refused' : 'done',
  oldVersion: 1,
  newVersion,
  createdAt: '2026-11-21T10:00:00.000Z',
});

describe('versionRows', () => {
  it('leaves out refused changes, and ends with the built-in version', () => {
    const rows = versionRows([anEntry(2), anEntry(null)], true);
    expect(rows.map(({ version, madeBy }) => [version, madeBy])).toEqual([
      [2, 'root'],
      [1, null],
    ]);
  });

  it('shows the first version only on the last page', () => {
    expect(versionRows([anEntry(30)], false).map(({ version }) => version)).toEqual([30]);
  });
});
