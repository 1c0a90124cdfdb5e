import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { say } from '@filemill/local-stack';
import { Client } from '../../shared/client.ts';
import { createRandom } from '../../shared/random.ts';
import { AFTERMATH_MS } from '../checks/answer-checks.ts';
import { checkInvariants } from '../checks/invariants.ts';
import { type Fault, type FaultContext, TIERS, type Tier } from '../faults/fault.ts';
import { Load } from '../load/load.ts';
import type { Rig } from '../rig/rig.ts';
import type { FaultResult, Instant, RunResult } from './results.ts';
import { type Stage, untilServes } from './stage.ts';

const WARM_UP_MS = 1_500;
/** Time that a fault may wait in addition to its length; some faults last several times their length. */
const WAITS_MS = 120_000;
const LONGEST_FAULT_SECONDS = 900;
const ENDS_WITHIN_MS = 150_000;

/** How often a fault is run, and how. */
interface RunOptions {
  readonly tier: Tier;
  /** Of the first run. */
  readonly seed: number;
  /** Number of runs, if different from that of the tier. */
  readonly runs?: number | undefined;
}

/** Runs a fault as often as its tier says, and checks after each run. */
export async function runFault(
  fault: Fault,
  stage: Stage,
  { tier, seed, runs = fault.runs?.[tier] ?? TIERS[tier].runs }: RunOptions,
): Promise<Omit<FaultResult, 'store'>> {
  const done: RunResult[] = [];
  for (let run = 0; run < runs; run++) {
    say(`${fault.id} ${fault.title} (${run + 1} of ${runs})`);
    const part = { index: run, of: runs };
    const result = await runOnce(fault, stage, { tier, part, seed: seed + run }).catch(
      (error: unknown): RunResult => {
        stage.rig.heal();
        return { ...NOT_RUN, seed: seed + run, faults: [describeError(error)], notes: [] };
      },
    );
    for (const what of result.faults) say(`  ${fault.id} FAILED: ${what}`);
    say(`  serves again after ${result.servesAfterS} s, all ended after ${result.endedAfterS} s`);
    done.push(result);
  }
  return { id: fault.id, tier, at: new Date().toISOString(), runs: done };
}

const NOT_RUN = { servesAfterS: 'never', endedAfterS: 'never', accepted: 0, machineLoad: 0 } as const;

/** A failure of the drill, and not of what it tests. */
const describeError = (error: unknown): string =>
  `the drill itself: ${(error instanceof Error && error.stack) || error}`;

async function runOnce(
  fault: Fault,
  stage: Stage,
  { tier, part, seed }: Pick<FaultContext, 'tier' | 'part'> & { readonly seed: number },
): Promise<RunResult> {
  const { rig, files, references, keyHolder } = stage;
  const random = createRandom(seed);
  const client = new Client(rig.url);
  const load = new Load({ client, files, random, keyHolder });
  const faults: string[] = [];
  const notes: string[] = [];
  const context: FaultContext = {
    ...{ rig, client, load, files, keyHolder, random, tier, part },
    seconds: (full) => Math.min(full, TIERS[tier].longestSeconds),
    expect(claim, holds, detail = '') {
      if (!holds) faults.push(`${claim} ${detail}`.trim());
    },
    note: (text) => void notes.push(text),
  };
  await load.prepare();
  load.start();
  await sleep(WARM_UP_MS);
  rig.stack.isWatched = fault.isWatched ?? true;
  const beganAt = Date.now();
  await inTime(fault.run(context), tier, fault.waitsMs).catch((error: unknown) =>
    faults.push(describeError(error)),
  );
  rig.heal();
  rig.stack.isWatched = true;
  const liftedAt = Date.now();
  const before = load.accepted.map(({ id }) => id);
  const servesAfterMs = await untilServes(rig, files.image[0], liftedAt);
  const endedAfterMs = await untilEnded(rig, before, liftedAt);
  // Long enough to record a response that is no longer allowed; in `npm test` the next fault shows it.
  if (tier !== 'ci') await sleep(Math.max(0, liftedAt + AFTERMATH_MS + 2_000 - Date.now()));
  await load.stop();
  const { leavesOrphans = false, movesClock = false, cutsAnswers = false } = fault;
  await fault.after?.(context);
  const window = { beganAt, liftedAt, cutsAnswers };
  const mayHaveOrphans = leavesOrphans || stage.hasOrphans; // those of the faults before it included
  faults.push(
    ...(await checkInvariants(rig, client, {
      ...{ accepted: load.accepted, references, window, movesClock, leavesOrphans: mayHaveOrphans },
      mayFail: (sent) => fault.mayFail?.(sent) ?? false,
    })),
  );
  return {
    seed,
    servesAfterS: inSeconds(servesAfterMs),
    endedAfterS: inSeconds(endedAfterMs),
    accepted: load.accepted.length,
    machineLoad: Math.round(loadavg()[0] ?? 0),
    faults,
    notes,
  };
}

/** @throws {Error} if it has not ended when the longest fault would have */
function inTime(running: Promise<void>, tier: Tier, waitsMs = WAITS_MS): Promise<void> {
  const longestMs = 3_000 * Math.min(TIERS[tier].longestSeconds, LONGEST_FAULT_SECONDS);
  const tooLong = sleep(longestMs + waitsMs, undefined, { ref: false }).then(() => {
    throw new Error('the fault does not end');
  });
  return Promise.race([running, tooLong]);
}

const inSeconds = (ms: number | undefined): Instant =>
  ms === undefined ? 'never' : Number((ms / 1_000).toFixed(1));

/** Until all these conversions have ended. @returns ms after `since` */
async function untilEnded(rig: Rig, ids: readonly string[], since: number): Promise<number | undefined> {
  const mine = new Set(ids);
  for (const end = Date.now() + ENDS_WITHIN_MS; Date.now() < end; await sleep(400)) {
    const open = await rig.sql('SELECT id FROM usage.conversions WHERE finished_at IS NULL');
    if (!open.some(([id = '']) => mine.has(id))) return Date.now() - since;
  }
  return undefined;
}
