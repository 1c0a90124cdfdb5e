import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { keyPrefixOf } from '../../shared/key-prefix.ts';
import { aGuest } from '../../shared/people.ts';
import type { S3Verdict } from '../rig/s3-proxy.ts';
import type { Fault } from './fault.ts';

/** F14 to F17: faults of the store. The first three need an HTTP store. */
export const store: readonly Fault[] = [
  {
    id: 'F14',
    title: 'the store answers 500, 503 or not at all, three times in ten',
    store: 's3',
    async run({ rig, random, seconds, expect }) {
      let hung = 0;
      if (!rig.s3) return expect('the store is S3', false);
      rig.s3.judge = () => {
        if (random.next() > 0.3) return undefined;
        // A request without a response costs ten seconds; a few are enough to see the effect.
        return random.pick<S3Verdict>(hung < 3 ? [500, 503, hung++ < 3 ? 'hang' : 503] : [500, 503]);
      };
      await sleep(1_000 * seconds(300));
    },
  },
  {
    id: 'F15',
    title: 'the store is unreachable for 10 min',
    store: 's3',
    async run({ rig, client, files, seconds, expect }) {
      rig.s3?.goAway();
      const began = Date.now();
      const { status, headers } = await client.submit(aGuest(), files.image[0]);
      expect('an upload is answered 503', status === 503 && headers.has('retry-after'), `${status}`);
      await sleep(Math.max(0, 1_000 * seconds(600) - (Date.now() - began)));
    },
  },
  {
    id: 'F16',
    title: 'objects read from the store are truncated or have a changed bit',
    store: 's3',
    async run({ rig, random, seconds, expect, note }) {
      let broken = 0;
      if (!rig.s3) return expect('the store is S3', false);
      // As workers read their inputs, in one piece.
      rig.s3.judge = ({ method, url, headers }) => {
        const isInput = method === 'GET' && url.includes('/input') && !headers.range;
        if (!isInput || random.next() > 0.5) return undefined;
        broken += 1;
        return random.pick<S3Verdict>(['flip', 'cut']);
      };
      await sleep(1_000 * seconds(60));
      note(`${broken} reads broken`);
    },
  },
  {
    id: 'F17',
    title: 'the gateway is killed after it has stored an upload: objects without a row',
    isQuick: true,
    cutsAnswers: true,
    leavesOrphans: true,
    async run({ rig, client, files, random }) {
      await rig.store.put(
        `${keyPrefixOf(randomUUID(), Date.now())}input`,
        Readable.from([files.image[0].bytes]),
      );
      const uploads = [1, 2, 3].map(() => client.submit(aGuest(), files.image[1]));
      await sleep(60 * random.next());
      rig.kill('gateway');
      await Promise.all(uploads);
      await rig.untilAnswers();
    },
  },
];
