import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { say } from '@filemill/local-stack';
import { TestS3 } from '@filemill/storage/testing';
import { Client, type InputFile } from '../shared/client.ts';
import { aGuest, aKeyHolder, type KeyHolder } from '../shared/people.ts';
import { createRandom, type Random } from '../shared/random.ts';
import { AFTERMATH_MS, digestOf, type References } from './answer-checks.ts';
import type { Fault, FaultContext, Tier } from './fault.ts';
import { FAULTS } from './faults/index.ts';
import { type LoadFiles, makeFiles } from './files.ts';
import { checkInvariants, checkTheHour } from './invariants.ts';
import { Load } from './load.ts';
import { whatTheChecksMiss } from './prove-checks.ts';
import { Rig } from './rig.ts';
import { PARTS, type StoreKind } from './rig-parts.ts';

/** What a tier is like. */
interface TierLimits {
  /** Maximum length of a fault. */
  readonly longestSeconds: number;
  /** Runs of each fault. */
  readonly runs: number;
  /** Number of faults; all if undefined. */
  readonly faults?: number;
}

const TIERS: Readonly<Record<Tier, TierLimits>> = {
  /** Part of `npm test`: some at random, from those that recover within half a minute. */
  ci: { longestSeconds: 2, runs: 1, faults: 3 },
  drill: { longestSeconds: 10, runs: 3 },
  full: { longestSeconds: Number.POSITIVE_INFINITY, runs: 20 },
};

/** What a drill is to do. */
export interface DrillOptions {
  readonly tier: Tier;
  /** Of faults; all if none. */
  readonly names: readonly string[];
  readonly seed: number;
  /** Runs of each fault, if different from those of the tier. */
  readonly runs?: number | undefined;
  /** Folder for everything that is kept. */
  readonly data: string;
  readonly publicPort: number;
  readonly firstPort: number;
  /** Called with the result of each fault. */
  onResult?(result: FaultResult): void;
}

/** Seconds after the end of a fault. */
export type Instant = number | 'never';

/** One run of a fault. */
export interface RunResult {
  readonly seed: number;
  /** When every part was ready and a new guest had fetched a converted picture. */
  readonly servesAfterS: Instant;
  /** When the last conversion that was accepted before the end of the fault had ended. */
  readonly endedAfterS: Instant;
  /** Conversions that were accepted. */
  readonly accepted: number;
  /** Load average of the machine. */
  readonly machineLoad: number;
  /** What does not hold, in words. */
  readonly faults: string[];
  readonly notes: readonly string[];
}

/** All runs of a fault. */
export interface FaultResult {
  readonly id: string;
  readonly tier: Tier;
  /** ISO 8601. */
  readonly at: string;
  readonly store: StoreKind;
  readonly runs: readonly RunResult[];
}

/** Shared by all runs of one rig. */
interface Stage {
  readonly rig: Rig;
  readonly files: LoadFiles;
  /** Made without a fault. */
  readonly references: References;
  /** A customer with an API key. */
  readonly keyHolder: KeyHolder;
  /** Whether uploads of earlier faults wait for their hour. */
  hasOrphans: boolean;
}

const WARM_UP_MS = 1_500;
/** Time that a fault may wait in addition to its length; some faults last several times their length. */
const WAITS_MS = 120_000;
const LONGEST_FAULT_SECONDS = 900;
const SERVES_WITHIN_MS = 90_000;
const ENDS_WITHIN_MS = 150_000;

/** The requested faults, in order. */
function chosenFaults(tier: Tier, names: readonly string[], random: Random): readonly Fault[] {
  const { faults: count } = TIERS[tier];
  if (names.length > 0) return FAULTS.filter(({ id }) => names.includes(id));
  if (count === undefined) return FAULTS;
  return random.shuffled(FAULTS.filter(({ isQuick }) => isQuick)).slice(0, count);
}

/**
 * Starts a stack behind proxies, injects each requested fault while it works, and checks after each one that nothing was
 * lost, duplicated or left behind.
 */
export async function drill(options: DrillOptions): Promise<FaultResult[]> {
  const { tier, names, seed, data, publicPort, firstPort, onResult } = options;
  const chosen = chosenFaults(tier, names, createRandom(seed));
  const results: FaultResult[] = [];
  for (const [store, faults] of Map.groupBy(chosen, (fault) => fault.store ?? 'folder')) {
    const missing = store === 's3' ? TestS3.missing() : undefined;
    if (missing) {
      say(`${faults.map(({ id }) => id).join(', ')} left out: ${missing}`);
      continue;
    }
    const rig = await Rig.start({ data: `${data}/${store}`, publicPort, firstPort, store });
    try {
      const stage = await setStage(rig, `${data}/files`);
      for (const fault of faults) {
        const result = { ...(await runFault(fault, stage, options)), store };
        stage.hasOrphans ||= fault.leavesOrphans ?? false;
        // In `npm test` an hour passes once.
        if (tier !== 'ci' || fault === faults.at(-1)) await passTheHour(stage, result);
        results.push(result);
        onResult?.(result);
      }
    } finally {
      await rig.stop();
    }
  }
  return results;
}

/** Makes what all runs share, and proves that the checks find violations. */
async function setStage(rig: Rig, folder: string): Promise<Stage> {
  const files = await makeFiles(folder);
  const client = new Client(rig.url);
  const references = new Map<InputFile, string>();
  const harmless = [...files.image, ...files.audio, ...files.document, ...files.archive];
  await Promise.all(
    harmless.map(async (file) => {
      const [first, second] = [await convert(client, file), await convert(client, file)];
      if (!first || !second) throw new Error(`${file.name} does not convert before any fault`);
      if (digestOf(first) === digestOf(second)) references.set(file, digestOf(first));
    }),
  );
  const missed = await whatTheChecksMiss(rig);
  if (missed.length > 0) throw new Error(`the checks do not find ${missed.join(' or ')}`);
  const keyHolder = await aKeyHolder(rig.stack, client);
  return { rig, files, references, keyHolder, hasOrphans: false };
}

/** @returns the result of a guest's file, undefined if there is none within 15 s */
async function convert(client: Client, file: InputFile): Promise<Buffer | undefined> {
  const guest = aGuest();
  const { status, body } = await client.submit(guest, file, { timeoutMs: 5_000 });
  if (status !== 202 || !body) return undefined;
  const conversion = await client.ended(guest, body.conversionId, 15_000);
  if (conversion?.status !== 'completed') return undefined;
  const download = await client.call('GET', `/api/download/${conversion.id}`, { headers: guest.headers });
  return download.status === 200 ? download.bytes : undefined;
}

async function runFault(
  fault: Fault,
  stage: Stage,
  { tier, seed, runs = fault.runs?.[tier] ?? TIERS[tier].runs }: DrillOptions,
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

async function passTheHour(stage: Stage, { id, runs }: FaultResult): Promise<void> {
  const { rig, files } = stage;
  stage.hasOrphans = false;
  const left = await checkTheHour(rig);
  if ((await untilServes(rig, files.image[0], Date.now())) === undefined)
    left.push('nothing converts after the hour');
  for (const what of left) say(`  ${id} FAILED: ${what}`);
  runs.at(-1)?.faults.push(...left);
}

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

/** Until every part is ready and a fresh guest's picture is converted and fetched. @returns ms after `since` */
async function untilServes(rig: Rig, file: InputFile, since: number): Promise<number | undefined> {
  const client = new Client(rig.url); // with a separate journal: it calls before a response is required
  for (const end = Date.now() + SERVES_WITHIN_MS; Date.now() < end; await sleep(200)) {
    const ready = await Promise.all(PARTS.map((name) => rig.isReady(name)));
    if (ready.every(Boolean) && (await convert(client, file))) return Date.now() - since;
  }
  return undefined;
}

/** Until all these conversions have ended. @returns ms after `since` */
async function untilEnded(rig: Rig, ids: readonly string[], since: number): Promise<number | undefined> {
  const mine = new Set(ids);
  for (const end = Date.now() + ENDS_WITHIN_MS; Date.now() < end; await sleep(400)) {
    const open = await rig.sql('SELECT id FROM usage.conversions WHERE finished_at IS NULL');
    if (!open.some(([id = '']) => mine.has(id))) return Date.now() - since;
  }
  return undefined;
}
