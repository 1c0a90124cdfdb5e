import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { aGuest } from '../people.mjs';

/** F14 to F17: faults of the store. The first three need an HTTP store. */
export const store = [
  {
    id: 'F14',
    title: 'the store answers 500, 503 or not at all, three times in ten',
    store: 's3',
    async run({ rig, random, seconds }) {
      let hung = 0;
      rig.s3.judge = () => {
        if (random.next() > 0.3) return undefined;
        // A request without a response costs ten seconds; a few are enough to see the effect.
        return random.pick(hung < 3 ? [500, 503, hung++ < 3 ? 'hang' : 503] : [500, 503]);
      };
      await sleep(1_000 * seconds(300));
    },
  },
  {
    id: 'F15',
    title: 'the store away for 10 min',
    store: 's3',
    async run({ rig, client, files, seconds, expect }) {
      rig.s3.goAway();
      const began = Date.now();
      const { status, headers } = await client.submit(aGuest(), files.image[0]);
      expect('an upload is answered 503', status === 503 && headers.has('retry-after'), `${status}`);
      await sleep(Math.max(0, 1_000 * seconds(600) - (Date.now() - began)));
    },
  },
  {
    id: 'F16',
    title: 'what is read from the store is cut short or has another bit',
    store: 's3',
    async run({ rig, random, seconds, note }) {
      let broken = 0;
      // As workers read their inputs, in one piece.
      rig.s3.judge = ({ method, url, headers }) => {
        const isInput = method === 'GET' && url.includes('/input') && !headers.range;
        if (!isInput || random.next() > 0.5) return undefined;
        broken += 1;
        return random.pick(['flip', 'cut']);
      };
      await sleep(1_000 * seconds(60));
      note(`${broken} reads broken`);
    },
  },
  {
    id: 'F17',
    title: 'objects without a row: the gateway dies after it has stored',
    isQuick: true,
    cutsAnswers: true,
    leavesOrphans: true,
    async run({ rig, client, files, random }) {
      const minute = new Date(Date.now() + 58 * 60_000).toISOString().slice(0, 16);
      await rig.store.put(`${minute}/${randomUUID()}/input`, Readable.from([files.image[0].bytes]));
      const uploads = [1, 2, 3].map(() => client.submit(aGuest(), files.image[1]));
      await sleep(60 * random.next());
      rig.kill('gateway');
      await Promise.all(uploads);
      await rig.untilAnswers();
    },
  },
];
