import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { TestS3 } from '@filemill/storage/testing';
import { AFTERMATH_MS, digestOf } from './answer-checks.mjs';
import { Client } from './client.mjs';
import { FAULTS } from './faults/index.mjs';
import { makeFiles } from './files.mjs';
import { checkInvariants, checkTheHour } from './invariants.mjs';
import { Load } from './load.mjs';
import { aGuest, aKeyHolder } from './people.mjs';
import { whatTheChecksMiss } from './prove-checks.mjs';
import { createRandom } from './random.mjs';
import { PARTS, Rig } from './rig.mjs';

/** Per tier: maximum length of a fault, runs of each fault, and number of faults. */
export const TIERS = {
  /** Part of `npm test`: some at random, from those that recover within half a minute. */
  ci: { longestSeconds: 2, runs: 1, faults: 3 },
  drill: { longestSeconds: 10, runs: 3 },
  full: { longestSeconds: Number.POSITIVE_INFINITY, runs: 20 },
};

const WARM_UP_MS = 1_500;
/** Time that a fault may wait in addition to its length; some faults last several times their length. */
const WAITS_MS = 120_000;
const LONGEST_FAULT_SECONDS = 900;
const SERVES_WITHIN_MS = 90_000;
const ENDS_WITHIN_MS = 150_000;

/** The requested faults, in order. */
export function chosenFaults(tier, names, random) {
  const { faults: count } = TIERS[tier];
  if (names.length > 0) return FAULTS.filter(({ id }) => names.includes(id));
  if (count === undefined) return FAULTS;
  return random.shuffled(FAULTS.filter(({ isQuick }) => isQuick)).slice(0, count);
}

/**
 * Starts a stack behind proxies, injects each requested fault while it works, and checks after each one that nothing was
 * lost, duplicated or left behind.
 *
 * @param {{ tier: keyof typeof TIERS, names: string[], seed: number, runs?: number, data: string, publicPort: number,
 *   firstPort: number, say: (text: string) => void, onResult?: (result: object) => void }} options - `names`: of
 *   faults, all if none
 * @returns {Promise<object[]>} `{ id, store, runs: [{ seed, servesAfterS, endedAfterS, accepted, machineLoad, faults, notes }] }`
 *   of each
 */
export async function drill(options) {
  const { tier, names, seed, data, publicPort, firstPort, say, onResult = () => undefined } = options;
  const chosen = chosenFaults(tier, names, createRandom(seed));
  const results = [];
  for (const [store, faults] of Map.groupBy(chosen, (fault) => fault.store ?? 'folder')) {
    const missing = store === 's3' && TestS3.missing();
    if (missing) {
      say(`${faults.map(({ id }) => id).join(', ')} left out: ${missing}`);
      continue;
    }
    const rig = await Rig.start({ data: `${data}/${store}`, publicPort, firstPort, store });
    try {
      const stage = await setStage(rig, `${data}/files`);
      for (const fault of faults) {
        const result = { ...(await runFault(fault, stage, options)), store };
        stage.hasOrphans ||= fault.leavesOrphans;
        // In `npm test` an hour passes once.
        if (tier !== 'ci' || fault === faults.at(-1)) await passTheHour(stage, result, options);
        results.push(result);
        onResult(result);
      }
    } finally {
      await rig.stop();
    }
  }
  return results;
}

/** Shared by all runs: files, a customer with an API key, and reference results made without a fault. */
async function setStage(rig, folder) {
  const files = await makeFiles(folder);
  const client = new Client(rig.url);
  const references = new Map();
  const harmless = Object.entries(files).flatMap(([lane, list]) => (lane === 'hostile' ? [] : list));
  await Promise.all(
    harmless.map(async (file) => {
      const [first, second] = [await convert(client, file), await convert(client, file)];
      if (!first || !second) throw new Error(`${file.name} does not convert before any fault`);
      if (digestOf(first) === digestOf(second)) references.set(file, digestOf(first));
    }),
  );
  const missed = await whatTheChecksMiss(rig);
  if (missed.length > 0) throw new Error(`the checks do not find ${missed.join(' or ')}`);
  return { rig, files, references, keyHolder: await aKeyHolder(rig, client) };
}

/** @returns the result of a guest's file, undefined if there is none within 15 s */
async function convert(client, file) {
  const guest = aGuest();
  const { status, body } = await client.submit(guest, file, { timeoutMs: 5_000 });
  if (status !== 202) return undefined;
  const conversion = await client.ended(guest, body.conversionId, 15_000);
  if (conversion?.status !== 'completed') return undefined;
  const download = await client.call('GET', `/api/download/${conversion.id}`, { headers: guest.headers });
  return download.status === 200 ? download.bytes : undefined;
}

async function runFault(fault, stage, { tier, seed, runs = fault.runs?.[tier] ?? TIERS[tier].runs, say }) {
  const done = [];
  for (let run = 0; run < runs; run++) {
    say(`${fault.id} ${fault.title} (${run + 1} of ${runs})`);
    const part = { index: run, of: runs };
    const result = await runOnce(fault, stage, { tier, part, seed: seed + run }).catch((error) => {
      stage.rig.heal();
      const unknown = { servesAfterS: 'never', endedAfterS: 'never', accepted: 0, machineLoad: 0, notes: [] };
      return { seed: seed + run, ...unknown, faults: [`the drill itself: ${error.stack}`] };
    });
    for (const what of result.faults) say(`  ${fault.id} FAILED: ${what}`);
    say(`  serves again after ${result.servesAfterS} s, all ended after ${result.endedAfterS} s`);
    done.push(result);
  }
  return { id: fault.id, tier, at: new Date().toISOString(), runs: done };
}

async function passTheHour(stage, { id, runs }, { say }) {
  const { rig, files } = stage;
  stage.hasOrphans = false;
  const left = await checkTheHour(rig);
  if ((await untilServes(rig, files.image[0], Date.now())) === undefined)
    left.push('nothing converts after the hour');
  for (const what of left) say(`  ${id} FAILED: ${what}`);
  runs.at(-1).faults.push(...left);
}

async function runOnce(fault, stage, { tier, part, seed }) {
  const { rig, files, references, keyHolder } = stage;
  const random = createRandom(seed);
  const client = new Client(rig.url);
  const load = new Load({ client, files, random, keyHolder });
  const faults = [];
  const notes = [];
  const context = {
    ...{ rig, client, load, files, keyHolder, random, tier, part },
    seconds: (full) => Math.min(full, TIERS[tier].longestSeconds),
    /** Checks of this fault in addition to the invariants. */
    expect: (claim, holds, detail = '') => holds || faults.push(`${claim} ${detail}`.trim()),
    note: (text) => notes.push(text),
  };
  await load.prepare();
  load.start();
  await sleep(WARM_UP_MS);
  rig.stack.isWatched = fault.isWatched ?? true;
  const beganAt = Date.now();
  await inTime(fault.run(context), tier, fault.waitsMs).catch((error) =>
    faults.push(`the drill itself: ${error.stack}`),
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
  const { after, mayFail, leavesOrphans, movesClock, cutsAnswers } = fault;
  await after?.(context);
  const window = { beganAt, liftedAt, cutsAnswers };
  const mayHaveOrphans = leavesOrphans || stage.hasOrphans; // those of the faults before it included
  faults.push(
    ...(await checkInvariants(rig, client, {
      ...{ accepted: load.accepted, references, window, movesClock, leavesOrphans: mayHaveOrphans },
      mayFail: (sent) => mayFail?.(sent, context) ?? false,
    })),
  );
  return {
    seed,
    servesAfterS: inSeconds(servesAfterMs),
    endedAfterS: inSeconds(endedAfterMs),
    accepted: load.accepted.length,
    machineLoad: Math.round(loadavg()[0]),
    faults,
    notes,
  };
}

/** @throws {Error} if it has not ended when the longest fault would have */
function inTime(running, tier, waitsMs = WAITS_MS) {
  const longestMs = 3_000 * Math.min(TIERS[tier].longestSeconds, LONGEST_FAULT_SECONDS);
  const tooLong = sleep(longestMs + waitsMs, undefined, { ref: false }).then(() => {
    throw new Error('the fault does not end');
  });
  return Promise.race([running, tooLong]);
}

const inSeconds = (ms) => (ms === undefined ? 'never' : Number((ms / 1_000).toFixed(1)));

/** Until every part is ready and a fresh guest's picture is converted and fetched. @returns ms after `since` */
async function untilServes(rig, file, since) {
  const client = new Client(rig.url); // with a separate journal: it calls before a response is required
  for (const end = Date.now() + SERVES_WITHIN_MS; Date.now() < end; await sleep(200)) {
    const ready = await Promise.all(PARTS.map((name) => rig.isReady(name)));
    if (ready.every(Boolean) && (await convert(client, file))) return Date.now() - since;
  }
  return undefined;
}

/** Until all these conversions have ended. @returns ms after `since` */
async function untilEnded(rig, ids, since) {
  const mine = new Set(ids);
  for (const end = Date.now() + ENDS_WITHIN_MS; Date.now() < end; await sleep(400)) {
    const open = await rig.sql('SELECT id FROM usage.conversions WHERE finished_at IS NULL');
    if (!open.some(([id]) => mine.has(id))) return Date.now() - since;
  }
  return undefined;
}
