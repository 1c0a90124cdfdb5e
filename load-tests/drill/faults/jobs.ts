import { setTimeout as sleep } from 'node:timers/promises';
import type { ConversionView } from '@filemill/api';
import { aGuest } from '../../shared/people.ts';
import { aGreedyArchive } from '../load/files.ts';
import { busyBelow } from '../rig/process-tree.ts';
import type { ChunkVerdict } from '../rig/tcp-proxy.ts';
import type { Fault } from './fault.ts';

/** Upper bound of the messages about one short job: over all runs each of them is hit. */
const MOST_MESSAGES = 60;

/** F18 to F20, F23: a job whose worker crashes, that is delivered twice, whose engine always dies, or that needs too much. */
export const jobs: readonly Fault[] = [
  {
    id: 'F18',
    title: 'a worker is killed at a random message of a job',
    runs: { full: MOST_MESSAGES },
    async run({ rig, load, files, random, part, note }) {
      const name = 'worker-image';
      const at = 1 + Math.floor((part.index + random.next()) * (MOST_MESSAGES / part.of));
      let seen = 0;
      const dead = new Promise<void>((resolve) => {
        const watch = (): ChunkVerdict => {
          seen += 1;
          if (seen === at) {
            rig.kill(name);
            resolve();
          }
          return seen >= at ? 'cut' : 'pass'; // its current message is lost with it
        };
        rig.redis[name].watch = watch;
        rig.ledger[name].watch = watch;
      });
      await load.send(files.image[1], 'image', aGuest());
      await dead;
      rig.heal();
      note(`at message ${at}`);
    },
  },
  {
    id: 'F19',
    title: 'one job is delivered twice',
    isQuick: true,
    async run({ rig, load, client, files, expect }) {
      const { sent } = await load.send(files.audio[0], 'audio', aGuest());
      if (!sent) return expect('the upload is accepted', false);
      const queue = 'bull:convert-audio';
      for (let tries = 0; tries < 100; tries++, await sleep(20)) {
        if ((await rig.redisCli('LRANGE', `${queue}:active`, '0', '-1')).includes(sent.id)) break;
      }
      // The queue takes the job for lost while its worker still runs it.
      await rig.redisCli('DEL', `${queue}:${sent.id}:lock`);
      await rig.redisCli('LREM', `${queue}:active`, '0', sent.id);
      await rig.redisCli('RPUSH', `${queue}:wait`, sent.id);
      const ended = await client.ended(sent.caller, sent.id, 60_000);
      expect('it completes', ended?.status === 'completed', ended?.status);
    },
  },
  {
    id: 'F20',
    title: 'the engine of a job is killed each time',
    async run({ rig, load, client, files, keyHolder, expect }) {
      // Long enough to be hit each time.
      const bytes = Buffer.from('The mill grinds what it is given.\n\n'.repeat(30_000));
      const poison = { name: 'poison.txt', to: 'epub', bytes };
      const { sent } = await load.send(poison, 'document', keyHolder);
      if (!sent) return expect('the upload is accepted', false);
      const end = Date.now() + 60_000;
      let conversion: ConversionView | undefined;
      while (!conversion?.finishedAt && Date.now() < end) {
        for (const { pid } of await busyBelow(rig.pidOf('worker-document'), 'pandoc')) killIfThere(pid);
        conversion = await client.conversion(sent.caller, sent.id);
      }
      expect('it fails as engine_failed', conversion?.error?.code === 'engine_failed', conversion?.status);
      const tries = await rig.triesOf(sent.id);
      expect('after two tries', tries === '2', tries);
      const ended = await load.sendAndEnd(files.image[0], 'image', keyHolder, 30_000);
      expect('that customer’s other work continues', ended?.status === 'completed', ended?.status);
    },
    mayFail: ({ file }) => file.name === 'poison.txt',
  },
  {
    id: 'F23',
    title: 'an archive needs three times the memory that its engine may use',
    isQuick: true,
    async run({ rig, load, client, expect }) {
      const worker = rig.child('worker-document');
      const { pid } = worker;
      const { sent } = await load.send(aGreedyArchive(), 'archive', aGuest());
      if (!sent) return expect('the upload is accepted', false);
      const ended = await client.ended(sent.caller, sent.id, 30_000);
      expect('it fails as file_too_large', ended?.error?.code === 'file_too_large', ended?.error?.code);
      const tries = await rig.triesOf(sent.id);
      expect('after one try', tries === '1', tries);
      expect('the worker still runs', worker.pid === pid);
    },
    mayFail: ({ file }) => file.name === 'greedy.tar.xz',
  },
];

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    // It has ended by itself.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
