import { setTimeout as sleep } from 'node:timers/promises';
import { ledgerFaults } from '../../../services/usage/test/ledger-faults.ts';
import type { Client } from '../../shared/client.ts';
import type { Sent } from '../load/load.ts';
import type { Rig } from '../rig/rig.ts';
import { answerFaults, type FaultWindow, type References, resultFaults } from './answer-checks.ts';
import { hiddenFiles, processFaults, storeFaults, workFaults } from './leftover-checks.ts';

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
async function acceptedFaults(
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

/** Time for erasing that happens after a response: inputs, work folders, processes. */
const TIDY_WITHIN_MS = 45_000;
/** For an upload of which it is unknown whether it was accepted: it stays until its hour is over. */
const UNKNOWN_UPLOAD = /^(orphan .*\/input|part .*)$|^parts of an upload/;

/** Repeats checks until they find nothing or their time is up. */
async function onceTidy(check: () => Promise<string[]>): Promise<string[]> {
  for (const end = Date.now() + TIDY_WITHIN_MS; ; await sleep(500)) {
    const faults = await check();
    if (faults.length === 0 || Date.now() > end) return faults;
  }
}

/** What is checked after a fault, and what the fault allows. */
export interface Checked extends Allowed {
  readonly accepted: readonly Sent[];
  readonly references: References;
  readonly window: FaultWindow;
  /** Whether uploads may wait for the hour. */
  readonly leavesOrphans: boolean;
}

/** Everything that must hold after any fault. @returns what does not hold, in words */
export async function checkInvariants(rig: Rig, client: Client, checked: Checked): Promise<string[]> {
  const { accepted, references, window, leavesOrphans, movesClock } = checked;
  const later = await onceTidy(async () => [
    ...(await ledgerFaults(rig)),
    ...(await storeFaults(rig)).filter((fault) => !leavesOrphans || !UNKNOWN_UPLOAD.test(fault)),
    ...workFaults(rig),
    ...processFaults(rig),
  ]);
  return [
    ...(await acceptedFaults(rig, accepted, checked)),
    ...later,
    ...(await resultFaults(client, accepted, references, movesClock)),
    ...answerFaults(client.journal, window),
  ];
}

/**
 * Moves the clocks past the hour and restarts the reaper's process, so that it runs at once.
 *
 * @returns what is still in the store, in words
 */
export async function checkTheHour(rig: Rig): Promise<string[]> {
  await rig.moveClock(62 * 60_000);
  await rig.child('usage').stop();
  rig.child('usage').start();
  const left = await onceTidy(async () => {
    const minutes = await rig.store.listTopLevel();
    const hidden = rig.storeFolder ? hiddenFiles(rig.storeFolder) : [];
    return [...minutes, ...hidden].map((name) => `after the hour: ${name}`);
  });
  await rig.moveClock(0);
  return left;
}
