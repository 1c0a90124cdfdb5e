import { setTimeout as sleep } from 'node:timers/promises';
import { answerFaults, resultFaults } from './answer-checks.mjs';
import { acceptedFaults, ledgerFaults } from './ledger-checks.mjs';
import { hiddenFiles, processFaults, storeFaults, workFaults } from './leftover-checks.mjs';

/** Time for erasing that happens after a response: inputs, work folders, processes. */
const TIDY_WITHIN_MS = 45_000;
/** For an upload of which it is unknown whether it was accepted: it stays until its hour is over. */
const UNKNOWN_UPLOAD = /^(orphan .*\/input|part .*)$|^parts of an upload/;

/** Repeats checks until they find nothing or their time is up. */
async function onceTidy(check) {
  for (const end = Date.now() + TIDY_WITHIN_MS; ; await sleep(500)) {
    const faults = await check();
    if (faults.length === 0 || Date.now() > end) return faults;
  }
}

/**
 * Everything that must hold after any fault.
 *
 * @param {{ accepted: object[], references: Map<object, string>, window: object, mayFail?: (sent: object) => boolean,
 *   leavesOrphans?: boolean, movesClock?: boolean }} run
 *   `references`: digests of results that never differ; `leavesOrphans`: uploads may wait for the hour; `movesClock`:
 *   conversions may be late, and fail for that
 * @returns {Promise<string[]>} what does not hold, in words
 */
export async function checkInvariants(rig, client, run) {
  const { accepted, references, window, mayFail = () => false, leavesOrphans, movesClock } = run;
  const later = await onceTidy(async () => [
    ...(await ledgerFaults(rig)),
    ...(await storeFaults(rig)).filter((fault) => !leavesOrphans || !UNKNOWN_UPLOAD.test(fault)),
    ...workFaults(rig),
    ...processFaults(rig),
  ]);
  return [
    ...(await acceptedFaults(rig, accepted, mayFail, movesClock)),
    ...later,
    ...(await resultFaults(client, accepted, references, movesClock)),
    ...answerFaults(client.journal, window),
  ];
}

/**
 * Moves the clocks past the hour and restarts the reaper's process, so that it runs at once.
 *
 * @returns {Promise<string[]>} what is still in the store, in words
 */
export async function checkTheHour(rig) {
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
