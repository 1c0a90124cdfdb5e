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
 * Every fault that one machine can do. `run` breaks something, holds it for `seconds(…)` and heals it; `isQuick`: of
 * those that `npm test` draws from; `store`: on which store, a folder if not said; `cutsAnswers`: a caller may get no
 * answer; `leavesOrphans`: uploads of which it is not known whether they were accepted stay until the hour;
 * `isWatched`: false for what the supervisor would end as hung before the fault is over; `movesClock`: conversions may be
 * late; `waitsMs`: what it waits for besides its own length, where more than others; `mayFail`: which may fail; `after`: what
 * is looked at in the end; `runs`: how many,
 * by tier, where not as many as for the others, of which `part` says to `run` which it is.
 */
export const FAULTS = [
  ...[workers, redis, postgres, store, jobs, resources, clocks, clients, outside, schema, partitions].flat(),
].sort((a, b) => (a.id < b.id ? -1 : 1));

/** What is drilled elsewhere, and why. */
export const ELSEWHERE = {
  'F01, 50 instants':
    'as many as there are runs here; `usage/kills.int` and `gateway/faults.alone` kill each process in the middle of work as well',
  'F09, alarm at 80 %': 'a rule of the alerts, not of the stack',
};
