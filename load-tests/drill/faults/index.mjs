import { clients } from './clients.mjs';
import { clocks } from './clocks.mjs';
import { jobs } from './jobs.mjs';
import { outside } from './outside.mjs';
import { partitions } from './partitions.mjs';
import { postgres } from './postgres.mjs';
import { redis } from './redis.mjs';
import { resources } from './resources.mjs';
import { schema } from './schema.mjs';
import { store } from './store.mjs';
import { workers } from './workers.mjs';

/**
 * Every fault that one machine can produce. `run` injects the fault, keeps it for `seconds(…)` and ends it; `isQuick`:
 * `npm test` may pick it; `store`: the store it needs, a folder by default; `cutsAnswers`: a caller may get no response;
 * `leavesOrphans`: uploads of which it is unknown whether they were accepted stay until the hour is over; `isWatched`: false
 * if the supervisor must not end the hung process; `movesClock`: conversions may be late; `waitsMs`: additional waiting time,
 * if longer than for others; `mayFail`: the conversions that may fail; `after`: a check at the end; `runs`: number of runs by
 * tier, if different, and `part` tells `run` which one it is.
 */
export const FAULTS = [
  ...[workers, redis, postgres, store, jobs, resources, clocks, clients, outside, schema, partitions].flat(),
].sort((a, b) => (a.id < b.id ? -1 : 1));

/** Faults that are tested elsewhere, and why. */
export const ELSEWHERE = {
  'F01, 50 instants':
    'as many as there are runs here; `usage/kills.int` and `gateway/faults.alone` kill each process in the middle of work as well',
  'F09, alarm at 80 %': 'a rule of the alerts, not of the stack',
};
