import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { usage } from '@filemill/contracts';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { MAX_TRIES } from '../src/attempts/attempts.repository.js';
import { aUser, type Rig } from './rig.js';
import {
  acceptDirectly,
  acceptThrough,
  books,
  LEFT,
  outcomes,
  RIVALS,
  requestsOf,
  startTightRig,
} from './rivals.js';
import { UsageProcess } from './usage-process.js';
import { WorkerProcess } from './worker-process.js';

const ROUNDS = process.env.FILEMILL_EVERY_CASE === undefined ? 30 : 100;
/** Rounds in which a process dies; the fate of their conversions is checked after all rounds. */
const KILLS = 3;
/** A killed worker's job is claimed within 35 s, a job that Redis lost within 45 s; then it runs. */
const RECOVERY_MS = 60_000;
/** The smallest complete PNG: one pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
const FAILURES = `SELECT error_code, attempt, tries, finished_at - created_at AS after FROM conversions
  WHERE owner_id = $1 AND status = 'failed'`;

let rig: Rig;
let redis: Redis;
let service: UsageProcess;
let worker: WorkerProcess;
beforeAll(async () => {
  rig = await startTightRig();
  redis = new Redis(rig.redis.url);
  service = await UsageProcess.start(rig);
  worker = await WorkerProcess.start(rig, service.address);
});
afterAll(async () => {
  await worker.stop();
  await service.kill();
  redis.disconnect();
  await rig.stop();
});

const countAll = async (where: string, values: string[] = []): Promise<number> => {
  const statement = `SELECT count(*)::int AS rows FROM conversions WHERE ${where}`;
  const [{ rows }]: [{ rows: number }] = await rig.sql.query(statement, values);
  return rows;
};
const count = (where: string, ownerId: string) => countAll(`owner_id = $1 AND ${where}`, [ownerId]);

/** 300 uploads; the service dies during them, then the worker during its work; in the last round Redis loses all jobs. */
async function roundWithKills(round: number): Promise<usage.Owner> {
  const owner = aUser('free');
  const requests = requestsOf(rig, owner, RIVALS).map((request) => ({
    ...request,
    originalSizeBytes: PNG.length,
  }));
  await Promise.all(requests.map(({ inputKey }) => rig.store.put(inputKey, Readable.from([PNG]))));
  const flood = outcomes(acceptThrough(service.client), requests);
  await sleep(20 + 60 * round);
  await service.kill();
  await flood;
  const dead = await books(rig, owner.id);
  expect(dead.counters).toEqual(dead.ledger);

  await service.startAgain();
  const again = outcomes(acceptThrough(service.client), requests);
  while ((await count('attempt > 0', owner.id)) === 0) await sleep(5);
  // A conversion in its last try would correctly fail, if a slow machine has used a second try meanwhile.
  while ((await countAll(`tries = ${MAX_TRIES} AND finished_at IS NULL`)) > 0) await sleep(50);
  await worker.kill();
  expect([round, await again]).toEqual([round, { accepted: LEFT, QUOTA_EXCEEDED: RIVALS - LEFT }]);
  if (round === KILLS - 1) await redis.flushall();
  await worker.startAgain();
  return owner;
}

it(`accepts exactly 10 of 300 simultaneous requests, in ${ROUNDS} runs in which service, workers and jobs are killed`, async () => {
  const owners: usage.Owner[] = [];
  for (let round = 0; round < KILLS; round += 1) owners.push(await roundWithKills(round));
  for (let round = KILLS; round < ROUNDS; round += 1) {
    const owner = aUser('free');
    // In a lane without a worker, so that no counter changes meanwhile.
    const requests = requestsOf(rig, owner, RIVALS).map((request) => ({
      ...request,
      lane: 'audio' as const,
    }));
    const result = await outcomes(acceptDirectly(rig), requests);
    expect([round, result]).toEqual([round, { accepted: LEFT, QUOTA_EXCEEDED: RIVALS - LEFT }]);
    expect(await books(rig, owner.id)).toMatchObject({ counters: [LEFT, LEFT], ledger: [LEFT, LEFT] });
  }

  const giveUpAt = Date.now() + RECOVERY_MS;
  for (const { id } of owners) {
    while ((await count('finished_at IS NULL', id)) > 0 && Date.now() < giveUpAt) await sleep(200);
    expect(await rig.sql.query(FAILURES, [id])).toEqual([]);
    // Each was converted and counted once, however often its job was delivered.
    expect(await books(rig, id)).toEqual({ counters: [LEFT, 0], ledger: [LEFT, 0], completed: LEFT });
    const rows: { prefix: string; key: string }[] = await rig.sql.query(
      'SELECT key_prefix AS prefix, output_key AS key FROM conversions WHERE owner_id = $1',
      [id],
    );
    for (const { prefix, key } of rows) {
      while (Date.now() < giveUpAt && (await outputsBelow(prefix)).length > 1) await sleep(200);
      expect(await outputsBelow(prefix)).toEqual([key]);
    }
  }
});

/** An earlier attempt's is erased after the row is settled; an input of a dead worker by the next one, or by the reaper. */
async function outputsBelow(prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of rig.store.list(prefix)) keys.push(key);
  return keys.filter((key) => !key.endsWith('/input'));
}
