import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@filemill/platform/testing';
import { engineAtWork } from '../engine-at-work.mjs';
import { aFilm } from '../files.mjs';
import { aGuest } from '../people.mjs';
import { isAlive } from '../process-tree.mjs';
import { TcpProxy } from '../tcp-proxy.mjs';
import { triedAgain } from '../tries.mjs';

/** Time limit of a refusal of an upload. */
const REFUSED_WITHIN_MS = 2_000;
/** Margin for a shared machine. */
const MARGIN_MS = 1_500;

/** A caller who submits during an outage gets 503 soon, with the time after which to try again. */
export async function expectSoonRefused({ client, files, expect }) {
  const startedAt = Date.now();
  const { status, headers } = await client.submit(aGuest(), files.image[0]);
  const ms = Date.now() - startedAt;
  expect('a submit is answered 503', status === 503, `${status}`);
  expect('with Retry-After', headers.has('retry-after'));
  expect('within 2 s', ms < REFUSED_WITHIN_MS + MARGIN_MS, `${ms} ms`);
}

/** Checks that no conversion ran again because its job was taken for lost. */
async function expectNoStalls({ rig, load, expect }) {
  const count = await triedAgain(rig, load);
  expect('no job is taken for lost', count === 0, `${count} are`);
}

/** Longer than the lock of a job (`WORKER_OPTIONS`), whatever the tier: the queue must take the job for lost. */
const OUTAGE_MS = 20_000;
/** From the end of an outage: until the queue looks for lost jobs, twice, with a margin. */
const COMES_AGAIN_MS = 60_000;
/** A conversion must have ended by then. */
const FILM_ENDS_MS = 50 * 60_000;

async function goAway(rig, ms) {
  const redis = rig.child('redis');
  await redis.stop();
  await sleep(ms);
  redis.start();
}

/** How often jobs of a lane were put off because their conversion was at work. */
const putOff = (rig) =>
  rig.metric('usage', 'claims_put_off_total\\{lane="video",reason="attempt_alive"[^}]*\\}');

/** @returns whether a job comes to a worker a second time while its conversion is at work */
async function comesAgain(rig, before) {
  for (const end = Date.now() + COMES_AGAIN_MS; Date.now() < end; await sleep(200))
    if ((await putOff(rig).catch(() => before)) > before) return true;
  return false;
}

/** F06 to F10, F39: faults of Redis. */
export const redis = [
  {
    id: 'F06',
    title: 'Redis away for 60 s',
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
    title: 'Redis away for 20 s, twice in a long video',
    waitsMs: 300_000,
    async run({ rig, load, client, keyHolder, tier, expect }) {
      const isLong = tier === 'full';
      const film = await aFilm(`${rig.data}/film`, isLong ? 600 : 30);
      const { sent } = await load.send(film, 'video', keyHolder);
      const job = { program: 'ffmpeg', input: 'in.mp4', sizeBytes: film.bytes.length };
      const engine = sent && (await engineAtWork(rig, 'worker-media', job));
      if (!engine) return expect('a film is at work', false);
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
      const [row] = await rig.sql(`SELECT tries, attempt FROM usage.conversions WHERE id = '${sent.id}'`);
      expect('with one attempt', row?.join() === '1,1', row?.join());
    },
  },
];

/** A second Redis that copies the first one through a slow line. */
class Replica {
  static async start(rig) {
    const replica = new Replica();
    replica.rig = rig;
    replica.line = await TcpProxy.listen(rig.stack.ports.redis);
    replica.port = await freePort();
    const folder = `${rig.data}/replica`;
    mkdirSync(folder, { recursive: true });
    const password = rig.secrets.redis;
    const settings = {
      port: replica.port,
      bind: '127.0.0.1',
      dir: folder,
      save: '',
      requirepass: password,
      masterauth: password,
      replicaof: `127.0.0.1 ${replica.line.port}`,
    };
    const lines = Object.entries(settings).map(([name, value]) => `${name} ${value || '""'}\n`);
    const args = ['--pdeathsig', 'KILL', '/usr/bin/redis-server', '-'];
    replica.server = spawn('/usr/bin/setpriv', args, { stdio: ['pipe', 'ignore', 'ignore'] });
    replica.exited = once(replica.server, 'exit');
    replica.server.stdin.end(lines.join(''));
    await replica.#untilLinked(replica.port);
    return replica;
  }

  /** Stops replication while the master continues. */
  async fallBehind(ms) {
    this.line.hang();
    await sleep(ms);
  }

  /** The master fails, and writes that the replica has not received are lost. */
  async takeOver() {
    this.line.refuse();
    await this.rig.redisCliAt(this.port, 'REPLICAOF', 'NO', 'ONE');
    this.#turn(this.port);
  }

  /** The first one copies what it missed and takes its place again. */
  async giveBack() {
    const { redis } = this.rig.stack.ports;
    await this.rig.redisCli('CONFIG', 'SET', 'masterauth', this.rig.secrets.redis);
    await this.rig.redisCli('REPLICAOF', '127.0.0.1', String(this.port));
    await this.#untilLinked(redis);
    await this.rig.redisCli('REPLICAOF', 'NO', 'ONE');
    this.#turn(redis);
  }

  #turn(port) {
    for (const proxy of Object.values(this.rig.redis)) {
      proxy.targetPort = port;
      proxy.cut();
    }
  }

  async #untilLinked(port) {
    for (let tries = 0; tries < 100; tries++, await sleep(100)) {
      const info = await this.rig.redisCliAt(port, 'INFO', 'replication').catch(() => ''); // starts just now
      if (info.includes('master_link_status:up')) return;
    }
    throw new Error('the replica does not reach its master');
  }

  async stop() {
    this.#turn(this.rig.stack.ports.redis);
    this.server.kill('SIGKILL');
    await this.exited;
    this.line.close();
  }
}
