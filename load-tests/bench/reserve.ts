/**
 * `node load-tests/bench/reserve.ts [conversions]`: accepts conversions of many users over gRPC and settles them, through
 * one usage process, and checks that every counter is exact. The claims of the workers in between are made in SQL.
 */

import type { usage } from '@filemill/contracts';
import { newId } from '@filemill/platform';
import { keyPrefixOf } from '../shared/key-prefix.ts';
import { median, seconds } from '../shared/measure.ts';
import { type Sql, startUsage, type UsageStack } from './usage-stack.ts';

const COUNT = Number(process.argv[2] ?? 6_000);
/** Fresh processes run slower until their code is compiled. */
const WARM_UPS = 2;
const ROUNDS = 3;
/** Conversions per user in one round, below the limit of unfinished ones for Pro. */
const PER_USER = 60;
const IN_FLIGHT = 256;

function uploadOf(userId: string): usage.AcceptConversionRequest {
  const startedAtMs = Date.now();
  const conversionId = newId(startedAtMs);
  const keyPrefix = keyPrefixOf(conversionId, startedAtMs);
  return {
    ...{ conversionId, startedAtMs, keyPrefix, inputKey: `${keyPrefix}input` },
    owner: { kind: 'user', id: userId, address: '', plan: 'pro' },
    ...{ category: 'image', lane: 'image', inputFormat: 'png', outputFormat: 'webp' },
    ...{
      optionsJson: '{"quality":80}',
      originalFileName: 'holiday.png',
      inputs: [],
      originalSizeBytes: 1_000,
    },
  };
}

const settlementOf = ({
  conversionId,
  keyPrefix,
}: usage.AcceptConversionRequest): usage.SettleAttemptRequest => ({
  conversionId,
  attempt: 1,
  completed: {
    ...{ outputKey: `${keyPrefix}output-1`, convertedSizeBytes: 500, outputExtension: 'webp' },
    ...{ processingMs: 20, losses: [] },
  },
});

/** Seconds, and seconds of the service's processor. */
interface Cost {
  readonly took: number;
  readonly cpu: number;
}

/** Calls `call` for each item, many in parallel. */
async function callForEach<T>(
  stack: UsageStack,
  items: readonly T[],
  call: (item: T) => Promise<unknown>,
): Promise<Cost> {
  const cpuBefore = stack.cpuSeconds();
  const waiting = items.values();
  // All loops take their items from the same iterator.
  const loop = async (): Promise<void> => {
    for (const item of waiting) await call(item);
  };
  const took = await seconds(() => Promise.all(Array.from({ length: IN_FLIGHT }, loop)));
  return { took, cpu: stack.cpuSeconds() - cpuBefore };
}

async function runRound(stack: UsageStack): Promise<{ accepted: Cost; settled: Cost }> {
  const users = Array.from({ length: Math.ceil(COUNT / PER_USER) }, () => crypto.randomUUID());
  // One user after another, so that the calls at once are of different users.
  const uploads = Array.from({ length: PER_USER }, () => users.map(uploadOf))
    .flat()
    .slice(0, COUNT);
  const accepted = await callForEach(stack, uploads, (upload) => stack.client.acceptConversion(upload));
  await stack.sql.query(
    `UPDATE conversions SET status = 'converting', attempt = 1, tries = 1 WHERE status = 'pending'`,
  );
  const settled = await callForEach(stack, uploads, async (upload) => {
    const { settled: done } = await stack.client.settleAttempt(settlementOf(upload));
    if (!done) throw new Error('not settled');
  });
  return { accepted, settled };
}

/** @throws {Error} unless every counter equals `expected` */
async function assertExact(sql: Sql, expected: number): Promise<void> {
  const [sums]: Record<string, unknown>[] = await sql.query(
    `SELECT (SELECT count(*) FROM conversions WHERE reservation = 'committed') AS ledger,
            (SELECT sum(used) FROM counters WHERE category = 'total') AS total,
            (SELECT sum(used) FROM counters WHERE category = 'image') AS image,
            (SELECT sum(used) FROM counters WHERE category = 'unfinished') + ${expected} AS unfinished,
            (SELECT sum(conversions) FROM daily_totals) AS days,
            (SELECT sum(completed) FROM user_days) AS "userDays",
            (SELECT sum(conversions) FROM user_histories) AS histories`,
  );
  const wrong = Object.entries(sums ?? {}).filter(([, value]) => Number(value) !== expected);
  if (wrong.length > 0) throw new Error(`expected ${expected} each: ${JSON.stringify(sums)}`);
}

const rate = ({ took }: Cost): string => `${(COUNT / took).toFixed(0)}/s`;
const cost = ({ cpu }: Cost): string => `${((cpu / COUNT) * 1_000).toFixed(2)} ms CPU`;

const stack = await startUsage();
try {
  const pairs: number[] = [];
  for (let number = 0; number < WARM_UPS + ROUNDS; number++) {
    const { accepted, settled } = await runRound(stack);
    const pair = COUNT / (accepted.took + settled.took);
    if (number >= WARM_UPS) pairs.push(pair);
    console.log(
      `accept ${rate(accepted)} (${cost(accepted)})   settle ${rate(settled)} (${cost(settled)})   both ${pair.toFixed(0)}/s`,
    );
  }
  await assertExact(stack.sql, COUNT * (WARM_UPS + ROUNDS));
  console.log(`reserve + commit: ${median(pairs).toFixed(0)}/s, counters exact   (goal >= 1,500/s)`);
} finally {
  await stack.stop();
}
