import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { secretOf } from '@filemill/local-stack';
import { freePort } from '@filemill/platform/testing';
import { aGuest } from '../../shared/people.ts';
import { aFilm } from '../load/files.ts';
import { isAlive } from '../rig/process-tree.ts';
import type { Rig } from '../rig/rig.ts';
import { TcpProxy } from '../rig/tcp-proxy.ts';
import type { Fault, FaultContext } from './fault.ts';
import { engineAtWork, triedAgain } from './steps.ts';

/** Time limit of a refusal of an upload. */
const REFUSED_WITHIN_MS = 2_000;
/** Margin for a shared machine. */
const MARGIN_MS = 1_500;

/** A caller who submits during an outage gets 503 soon, with the time after which to try again. */
async function expectSoonRefused({ client, files, expect }: FaultContext): Promise<void> {
  const startedAt = Date.now();
  const { status, headers } = await client.submit(aGuest(), files.image[0]);
  const ms = Date.now() - startedAt;
  expect('a submit is answered 503', status === 503, `${status}`);
  expect('with Retry-After', headers.has('retry-after'));
  expect('within 2 s', ms < REFUSED_WITHIN_MS + MARGIN_MS, `${ms} ms`);
}

/** Checks that no conversion ran again because its job was taken for lost. */
async function expectNoStalls({ rig, load, expect }: FaultContext): Promise<void> {
  const count = await triedAgain(rig, load);
  expect('no job is taken for lost', count === 0, `${count} are`);
}

/** Longer than the lock of a job (`WORKER_OPTIONS`), whatever the tier: the queue must take the job for lost. */
const OUTAGE_MS = 20_000;
/** From the end of an outage: until the queue looks for lost jobs, twice, with a margin. */
const COMES_AGAIN_MS = 60_000;
/** A conversion must have ended by then. */
const FILM_ENDS_MS = 50 * 60_000;

async function goAway(rig: Rig, ms: number): Promise<void> {
  const redis = rig.child('redis');
  await redis.stop();
  await sleep(ms);
  redis.start();
}

/** How often jobs of a lane were put off because their conversion was at work. */
const putOff = (rig: Rig): Promise<number> =>
  rig.metric('usage', 'claims_put_off_total\\{lane="video",reason="attempt_alive"[^}]*\\}');

/** @returns whether a job comes to a worker a second time while its conversion is at work */
async function comesAgain(rig: Rig, before: number): Promise<boolean> {
  // A moment without an answer of usage is no redelivery.
  for (const end = Date.now() + COMES_AGAIN_MS; Date.now() < end; await sleep(200))
    if ((await putOff(rig).catch(() => before)) > before) return true;
  return false;
}

/** F06 to F10, F39: faults of Redis. */
export const redis: readonly Fault[] = [
  {
    id: 'F06',
    title: 'Redis is stopped for 60 s',
    isQuick: true,
    async run(context) {
      const redis = context.rig.child('redis');
      await redis.stop();
      const began = Date.now();
      await expectSoonRefused(context);
      await sleep(Math.max(0, 1_000 * context.seconds(60) - (Date.now() - began)));
      redis.start();
    },
  },
  {
    id: 'F07',
    title: 'Redis loses everything',
    async run({ rig, load, files }) {
      // More than there are slots, so that some are at work and others wait.
      const many = Array.from({ length: 8 }, () => load.send(files.audio[0], 'audio', aGuest()));
      await Promise.all(many);
      await rig.redisCli('FLUSHALL');
    },
  },
  {
    id: 'F08',
    title: 'a replica that is seconds behind becomes the master',
    async run(context) {
      const replica = await Replica.start(context.rig);
      try {
        await replica.fallBehind(1_000 * context.seconds(5));
        await replica.takeOver();
        await sleep(1_000 * context.seconds(10));
        await replica.giveBack();
      } finally {
        await replica.stop();
      }
    },
  },
  {
    id: 'F09',
    title: 'Redis is full',
    isQuick: true,
    async run(context) {
      const { rig, seconds } = context;
      await rig.redisCli('CONFIG', 'SET', 'maxmemory', '1'); // less than it holds already, whatever that is
      const began = Date.now();
      await expectSoonRefused(context);
      await sleep(Math.max(0, 1_000 * seconds(60) - (Date.now() - began)));
      await rig.redisCli('CONFIG', 'SET', 'maxmemory', '0');
    },
  },
  {
    id: 'F10',
    title: 'Redis answers after 500 ms',
    isQuick: true,
    async run({ rig, seconds }) {
      for (const proxy of Object.values(rig.redis)) proxy.delayMs = 250; // there, and back
      await sleep(1_000 * seconds(60));
    },
    after: expectNoStalls,
  },
  {
    id: 'F39',
    title: 'Redis is stopped for 20 s, twice during a long video',
    waitsMs: 300_000,
    async run({ rig, load, client, keyHolder, tier, expect }) {
      const isLong = tier === 'full';
      const film = await aFilm(`${rig.data}/film`, isLong ? 600 : 30);
      const { sent } = await load.send(film, 'video', keyHolder);
      const job = { program: 'ffmpeg', input: 'in.mp4', sizeBytes: film.bytes.length };
      const engine = sent && (await engineAtWork(rig, 'worker-media', job));
      if (!engine || !sent) return expect('a video is being converted', false);
      // A short film is held: it then takes as long as it must, on any machine.
      if (!isLong) process.kill(engine.pid, 'SIGSTOP');
      try {
        for (const time of ['first', 'second']) {
          expect(`its engine runs at the ${time} outage of Redis`, isAlive(engine));
          const before = await putOff(rig);
          await goAway(rig, OUTAGE_MS);
          expect(`its job is delivered again after the ${time} outage`, await comesAgain(rig, before));
        }
      } finally {
        if (!isLong && isAlive(engine)) process.kill(engine.pid, 'SIGCONT');
      }
      const ended = await client.ended(keyHolder, sent.id, FILM_ENDS_MS);
      expect('it completes', ended?.status === 'completed', JSON.stringify(ended?.error ?? ended?.status));
      const row = await rig.row(`SELECT tries, attempt FROM usage.conversions WHERE id = '${sent.id}'`);
      expect('with one attempt', row.join() === '1,1', row.join());
    },
  },
];

/** A second Redis that copies the first one through a slow line. */
class Replica {
  readonly #rig: Rig;
  /** Between the two. */
  readonly #line: TcpProxy;
  readonly #port: number;
  readonly #server: ChildProcess;
  readonly #exited: Promise<unknown>;

  private constructor(rig: Rig, line: TcpProxy, port: number) {
    this.#rig = rig;
    this.#line = line;
    this.#port = port;
    const folder = `${rig.data}/replica`;
    mkdirSync(folder, { recursive: true });
    const password = secretOf(rig.secrets, 'redis');
    const settings = {
      port,
      bind: '127.0.0.1',
      dir: folder,
      save: '',
      requirepass: password,
      masterauth: password,
      replicaof: `127.0.0.1 ${line.port}`,
    };
    const lines = Object.entries(settings).map(([name, value]) => `${name} ${value || '""'}\n`);
    const args = ['--pdeathsig', 'KILL', '/usr/bin/redis-server', '-'];
    const server = spawn('/usr/bin/setpriv', args, { stdio: ['pipe', 'ignore', 'ignore'] });
    server.stdin.end(lines.join(''));
    this.#server = server;
    this.#exited = once(server, 'exit');
  }

  static async start(rig: Rig): Promise<Replica> {
    const line = await TcpProxy.listen(rig.stack.ports.redis);
    const replica = new Replica(rig, line, await freePort());
    await replica.#untilLinked(replica.#port);
    return replica;
  }

  /** Stops replication while the master continues. */
  async fallBehind(ms: number): Promise<void> {
    this.#line.hang();
    await sleep(ms);
  }

  /** The master fails, and writes that the replica has not received are lost. */
  async takeOver(): Promise<void> {
    this.#line.refuse();
    await this.#rig.redisCliAt(this.#port, 'REPLICAOF', 'NO', 'ONE');
    this.#turn(this.#port);
  }

  /** The first one copies what it missed and takes its place again. */
  async giveBack(): Promise<void> {
    const { redis } = this.#rig.stack.ports;
    await this.#rig.redisCli('CONFIG', 'SET', 'masterauth', secretOf(this.#rig.secrets, 'redis'));
    await this.#rig.redisCli('REPLICAOF', '127.0.0.1', String(this.#port));
    await this.#untilLinked(redis);
    await this.#rig.redisCli('REPLICAOF', 'NO', 'ONE');
    this.#turn(redis);
  }

  #turn(port: number): void {
    for (const proxy of Object.values(this.#rig.redis)) {
      proxy.targetPort = port;
      proxy.cut();
    }
  }

  async #untilLinked(port: number): Promise<void> {
    for (let tries = 0; tries < 100; tries++, await sleep(100)) {
      const info = await this.#rig.redisCliAt(port, 'INFO', 'replication').catch(() => ''); // starts just now
      if (info.includes('master_link_status:up')) return;
    }
    throw new Error('the replica does not reach its master');
  }

  async stop(): Promise<void> {
    this.#turn(this.#rig.stack.ports.redis);
    this.#server.kill('SIGKILL');
    await this.#exited;
    this.#line.close();
  }
}
