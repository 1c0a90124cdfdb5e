import { availableParallelism } from 'node:os';
import { ENGINES, type EngineId, LANE_OF, registry, type WorkerName } from '@filemill/formats';
import { LANES, type Lane } from '@filemill/product';
import { slotsOf, type WorkerConfig } from './config.js';

/** Conversions of one lane that run at once. */
export interface LaneSlots {
  readonly slots: number;
  /** False for the default of one per core. */
  readonly chosen: boolean;
}

/**
 * The lanes that a process serves, with the slots of each. A lane without conversions in the catalogue gets no slots:
 * engines keep warm processes for each slot.
 *
 * @throws {Error} for a lane of another worker
 */
export function lanesOf(worker: WorkerName, config: WorkerConfig): Map<Lane, LaneSlots> {
  const own = LANES.filter((lane) =>
    registry.categories.some(
      (category) => LANE_OF[category].lane === lane && LANE_OF[category].worker === worker,
    ),
  );
  const wanted = config.LANES ?? own;
  const foreign = wanted.filter((lane) => !own.includes(lane));
  if (foreign.length > 0) throw new Error(`LANES: ${foreign.join(', ')} is not served by worker-${worker}`);
  return new Map(
    wanted.map((lane) => {
      const slots = slotsOf(config, lane);
      return [lane, { slots: slots ?? availableParallelism(), chosen: slots !== undefined }];
    }),
  );
}

/** @throws {Error} unless each engine that the catalogue gives to this worker is there, and no other */
export function checkEngines(worker: WorkerName, found: Iterable<EngineId>): void {
  const ids = new Set(found);
  const wanted = (Object.keys(ENGINES) as EngineId[]).filter((id) => ENGINES[id].worker === worker);
  const missing = wanted.filter((id) => !ids.delete(id));
  if (missing.length > 0)
    throw new Error(`No file of worker-${worker} makes the engine ${missing.join(', ')}`);
  if (ids.size > 0) throw new Error(`The catalogue gives ${[...ids].join(', ')} to another worker`);
}
