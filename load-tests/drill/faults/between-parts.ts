import { setTimeout as sleep } from 'node:timers/promises';
import { WORKERS } from '@filemill/local-stack';
import { eventually } from '@filemill/platform/testing';
import { aGuest } from '../../shared/people.ts';
import { PARTS } from '../rig/rig-parts.ts';
import type { Fault } from './fault.ts';

const MINUTE = 60_000;
const LINK_ENDS_MS = 57 * MINUTE;

/** F25, F36: parts whose clocks differ, and a worker that reaches only some of its dependencies. */
export const betweenParts: readonly Fault[] = [
  {
    id: 'F25',
    title: 'the clock of one part is 10 min ahead, then behind; then all clocks go an hour back',
    isQuick: true,
    movesClock: true,
    async run({ rig, load, client, files, random, seconds, expect }) {
      const skewed = random.pick(PARTS.filter((name) => name !== 'usage'));
      for (const offset of [10 * MINUTE, -10 * MINUTE]) {
        await rig.moveClock(offset, [skewed]);
        // Drills move only the business clock. Readiness uses the machine's clock, and would make the part unready.
        expect(`${skewed} stays in service`, await eventually(() => rig.isReady(skewed), Boolean));
        const ended = await load.sendAndEnd(files.image[0], 'image', aGuest(), 30_000);
        expect(`a picture converts with ${skewed} off`, ended?.status === 'completed', ended?.status);
        // Only the ledger's clock decides when a link ends.
        const left = Date.parse(ended?.expiresAt ?? '') - Date.now();
        expect('its link ends when usage says', Math.abs(left - LINK_ENDS_MS) < MINUTE, `${left} ms`);
        await sleep((1_000 * seconds(10)) / 2);
      }
      await rig.moveClock(-60 * MINUTE, PARTS);
      const { sent } = await load.send(files.image[0], 'image', aGuest());
      await rig.moveClock(0, PARTS);
      const ended = sent && (await client.ended(sent.caller, sent.id, 30_000));
      // An hour after acceptance it is late and reported as failed; it is neither lost nor charged.
      expect('what was accepted an hour ago has ended', ended !== undefined);
    },
  },
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
