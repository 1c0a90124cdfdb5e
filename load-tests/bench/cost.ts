import { setTimeout as sleep } from 'node:timers/promises';
import { createDataSource } from '@filemill/database';
import { databaseUrl, loadSecrets, secretOf } from '@filemill/local-stack';
import { createLogger, createRedis } from '@filemill/platform';
import { median, seconds, throughput } from '../shared/measure.ts';
import { familySeconds, processOf, TICKS_PER_SECOND } from '../shared/processes.ts';
import { report } from './compare.ts';
import type { InputPaths } from './inputs.ts';
import { convert, type RunningStack } from './service.ts';

const ALONE = 300;
const TOGETHER = 640;
const AT_ONCE = 32;
/** Pause between two conversions alone, so that each finds an idle system. */
const PAUSE_MS = 100;
/** Length of the idle time that is measured, whose cost is subtracted. */
const IDLE_MS = 15_000;
/** Time in which what the last conversion left to do is done. */
const REST_MS = 3_000;

/** Figures by name. */
type Figures = Readonly<Record<string, number>>;

/** Counters that grow with each conversion. */
interface Spent {
  readonly atMs: number;
  /** Milliseconds, by process. */
  readonly processor: Figures;
  /** Commands of Redis, by name. */
  readonly commands: Figures;
  readonly commits: Figures;
}

/** Counters before and after some time. */
type Span = readonly [before: Spent, after: Spent];

/**
 * Measures what one small conversion costs the whole machine, on an idle system and with 32 at once: processor time of each
 * process, commands of Redis, commits of Postgres. What an idle system costs in the same time is subtracted.
 */
export async function benchCost(stack: RunningStack, input: InputPaths): Promise<void> {
  const secrets = loadSecrets(stack.data);
  const redisUrl = `redis://:${secretOf(secrets, 'redis')}@127.0.0.1:${stack.ports.redis}`;
  const redis = createRedis(redisUrl, createLogger('bench', 'error'), { enableOfflineQueue: true });
  const tables = { schema: 'usage', entities: [], migrations: [] };
  const url = databaseUrl('usage', stack.ports, secrets);
  const ledger = await createDataSource(tables, { url, poolSize: 1 }).initialize();

  const read = async (): Promise<Spent> => {
    const stats = await redis.info('commandstats');
    const commands = [...stats.matchAll(/^cmdstat_([\w|]+):calls=(\d+)/gm)];
    const [row]: { commits: number }[] = await ledger.query(
      'SELECT sum(xact_commit)::int AS commits FROM pg_stat_database',
    );
    return {
      atMs: performance.now(),
      processor: Object.fromEntries(processorTimes(stack)),
      commands: Object.fromEntries(commands.map(([, name, calls]) => [name, Number(calls)])),
      commits: { all: row?.commits ?? 0 },
    };
  };
  const small = () => convert(stack.url, input.icon, 'webp');
  try {
    await sleep(REST_MS);
    const idle: Span = [await read(), await sleep(IDLE_MS).then(read)];

    const latencies: number[] = [];
    const alone = await spentBy(read, async () => {
      for (let count = 0; count < ALONE; count++) {
        latencies.push(await seconds(small));
        await sleep(PAUSE_MS);
      }
    });
    print(`one small conversion alone, p50 ${(median(latencies) * 1000).toFixed(1)} ms`, alone, idle, ALONE);
    const together = await spentBy(read, () => throughput(TOGETHER, AT_ONCE, small));
    print(`${AT_ONCE} at once`, together, idle, TOGETHER);
  } finally {
    redis.disconnect();
    await ledger.destroy();
  }
}

/** Counters before and after some work and its rest. */
async function spentBy(read: () => Promise<Spent>, work: () => Promise<unknown>): Promise<Span> {
  const before = await read();
  await work();
  await sleep(REST_MS);
  return [before, await read()];
}

/** Processor milliseconds of each process, and apart those of the processes that a worker has started. */
function processorTimes({ children }: RunningStack): [string, number][] {
  const secondsOf = familySeconds();
  return children.flatMap(({ name, pid = 0 }): [string, number][] => {
    const family = secondsOf(pid) * 1000;
    if (!name.startsWith('worker-')) return [[name, family]];
    const own = ((processOf(pid)?.ticks ?? 0) / TICKS_PER_SECOND) * 1000;
    return [
      [name, own],
      [`engines of ${name}`, family - own],
    ];
  });
}

/** Growth of a figure in a span, in units a millisecond. */
const growthOf = ([before, after]: Span, kind: keyof Omit<Spent, 'atMs'>, name: string): number =>
  ((after[kind][name] ?? 0) - (before[kind][name] ?? 0)) / (after.atMs - before.atMs);

function print(what: string, busy: Span, idle: Span, conversions: number): void {
  const [before, after] = busy;
  const costOf = (kind: keyof Omit<Spent, 'atMs'>): [name: string, each: number][] =>
    Object.keys(after[kind]).map((name) => {
      const added = growthOf(busy, kind, name) - growthOf(idle, kind, name);
      return [name, (added * (after.atMs - before.atMs)) / conversions];
    });
  const sum = (figures: readonly [string, number][]): string =>
    figures.reduce((total, [, value]) => total + value, 0).toFixed(1);
  const listed = (figures: readonly [string, number][]): string =>
    figures
      .filter(([, value]) => value > 0.05)
      .sort(([, one], [, other]) => other - one)
      .map(([name, value]) => `${name} ${value.toFixed(1)}`)
      .join(', ');
  const [processor, commands] = [costOf('processor'), costOf('commands')];
  report(what, {
    processor: `${sum(processor)} ms`,
    'Redis commands': sum(commands),
    commits: sum(costOf('commits')),
  });
  console.log(`  processor time, ms: ${listed(processor)}`);
  console.log(`  commands: ${listed(commands)}`);
}
