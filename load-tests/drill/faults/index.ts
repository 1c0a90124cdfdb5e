import { betweenParts } from './between-parts.ts';
import { clients } from './clients.ts';
import type { Fault } from './fault.ts';
import { jobs } from './jobs.ts';
import { outside } from './outside.ts';
import { postgres } from './postgres.ts';
import { redis } from './redis.ts';
import { resources } from './resources.ts';
import { store } from './store.ts';
import { workers } from './workers.ts';

/** Every fault that one machine can produce. */
export const FAULTS: readonly Fault[] = [
  ...[workers, redis, postgres, store, jobs, resources, betweenParts, clients, outside].flat(),
].sort((a, b) => (a.id < b.id ? -1 : 1));

/** Faults that are tested elsewhere, and why. */
export const ELSEWHERE: Readonly<Record<string, string>> = {
  'F01, 50 instants':
    'as many as there are runs here; `usage/kills.int` and `gateway/faults.alone` kill each process in the middle of work as well',
  'F09, alarm at 80 %': 'a rule of the alerts, not of the stack',
};
