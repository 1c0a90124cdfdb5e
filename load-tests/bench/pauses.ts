import { type Environment, PROCESSES, type ProcessName } from '@filemill/local-stack';
import { metricOf } from '../shared/processes.ts';
import type { RunningStack } from './service.ts';

/** Each process checks its event loop at this interval: a measured pause is too short by less than that. */
const LOOK_MS = 10;

/** Environment by process name, for the stack that is measured. */
export const environment: Readonly<Record<string, Environment>> = Object.fromEntries(
  PROCESSES.map((name) => [name, { EVENT_LOOP_LOOK_MS: `${LOOK_MS}` }]),
);

/** Pauses by process, in seconds. */
export type Pauses = ReadonlyMap<ProcessName, number>;

/** Longest pauses of every process since the last call, in seconds; the reading itself makes none above some milliseconds. */
export async function readPauses({ ports }: RunningStack): Promise<Pauses> {
  const read = async (service: ProcessName): Promise<[ProcessName, number]> => {
    const value = await metricOf(ports[`ops-${service}`], 'event_loop_lag_max_seconds');
    if (value === undefined) throw new Error(`${service} does not report its pauses`);
    return [service, value];
  };
  return new Map(await Promise.all(PROCESSES.map(read)));
}

/** Longest pause of each service, and what was running at that time. */
export class LongestPauses {
  readonly #pauses = new Map<ProcessName, { seconds: number; during: string }>();

  add(pauses: Pauses, during: string): void {
    for (const [service, value] of pauses)
      if (value > this.longestOf(service).seconds) this.#pauses.set(service, { seconds: value, during });
  }

  /** Nothing was running while there was no pause. */
  longestOf(service: ProcessName): { seconds: number; during: string } {
    return this.#pauses.get(service) ?? { seconds: 0, during: '' };
  }
}
