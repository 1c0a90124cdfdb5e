import type { Sent } from './load.ts';
import type { Rig } from './rig.ts';

/** Settling may come a minute after the deadline at the latest: no output is stored later. */
const LATE = "interval '1 minute'";

/** What an accepted conversion may do because of the fault. */
export interface Allowed {
  /** Whether it may fail. */
  mayFail(sent: Sent): boolean;
  /** Whether it may be late, and fail for that, because clocks are moved. */
  readonly movesClock: boolean;
}

/** Every accepted conversion of this load has a row that ended as it should. */
export async function acceptedFaults(
  rig: Rig,
  accepted: readonly Sent[],
  { mayFail, movesClock }: Allowed,
): Promise<string[]> {
  const found = await rig.sql(
    `SELECT id, status, error_code, coalesce(finished_at > deadline_at + ${LATE}, true) FROM usage.conversions`,
  );
  const rows = new Map(found.map(([id = '', ...row]) => [id, row]));
  return accepted.flatMap((sent) => {
    const [status, code, isLate] = rows.get(sent.id) ?? ['lost'];
    if (isLate === 't' && !movesClock) return [`${sent.file.name} (${sent.id}) ended late`];
    if (status === 'completed') return [];
    if (status === 'failed' && (sent.lane === 'hostile' || movesClock || mayFail(sent))) return [];
    return [`${sent.file.name} (${sent.id}) is ${status} ${code ?? ''}`];
  });
}
