import { setTimeout as sleep } from 'node:timers/promises';
import { WORKERS } from '@filemill/local-stack';
import type { Fault } from '../fault.ts';

/** F36: a worker that reaches only some of its dependencies. */
export const partitions: readonly Fault[] = [
  {
    id: 'F36',
    title: 'a worker reaches the store but not Redis; then Redis but not usage',
    async run({ rig, random, seconds }) {
      const name = random.pick(WORKERS);
      rig.redis[name].hang();
      await sleep((1_000 * seconds(90)) / 2);
      rig.redis[name].heal();
      rig.ledger[name].refuse();
      await sleep((1_000 * seconds(90)) / 2);
    },
  },
];
