import { setTimeout as sleep } from 'node:timers/promises';
import { migrate } from '@filemill/local-stack';
import type { Fault } from '../fault.ts';

/** F34: the schema changes while it is used. */
export const schema: readonly Fault[] = [
  {
    id: 'F34',
    title: 'a column is added, old and new versions run together, and the column is dropped',
    isQuick: true,
    leavesOrphans: true,
    async run({ rig, seconds, expect }) {
      const pause = (1_000 * seconds(10)) / 3;
      await rig.sql(
        "SET lock_timeout = '2s'; ALTER TABLE usage.conversions ADD COLUMN drill text DEFAULT ''",
      );
      await rig.sql('CREATE INDEX CONCURRENTLY drill ON usage.conversions (drill)');
      await sleep(pause);
      // As in a roll-out: migrations run once more while every service is at work, then one of them starts anew.
      const { data, stack, secrets } = rig;
      await migrate({ data, ports: stack.ports, secrets });
      await rig.child('usage').stop();
      rig.child('usage').start();
      await sleep(pause);
      await rig.sql("SET lock_timeout = '2s'; ALTER TABLE usage.conversions DROP COLUMN drill");
      await sleep(pause);
      const indexes = await rig.sql("SELECT 1 FROM pg_indexes WHERE indexname = 'drill'");
      expect('the index goes with its column', indexes.length === 0);
    },
  },
];
