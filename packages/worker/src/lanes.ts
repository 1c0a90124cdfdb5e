import { availableParallelism, totalmem } from 'node:os';
import { ENGINES, type EngineId, LANE_OF, registry, type WorkerName } from '@filemill/formats';
import { LANES, type Lane } from '@filemill/product';
import { slotsOf, type WorkerConfig } from './config.js';
import { laneJobBytes, oneSpareBytes } from './limits/job-memory.js';

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

const MB = 1024 ** 2;
const GB = 1024 ** 3;

/** Of the worker's own process, without jails. Measured: 75 MB in mixed work; the rest is for its heap to grow. */
const WORKER_BYTES = 384 * MB;
/** Standby processes of a slot while another engine's job runs. Measured: LibreOffice 47 MB, sharp 14, ffmpeg 9. */
const STANDBY_BYTES = 64 * MB;

/** How many conversions of each lane run at once, and the memory that they may use together. */
interface MemoryPlan {
  readonly lanes: ReadonlyMap<Lane, number>;
  /** Sum of all conversions at their limits, standby processes and the worker itself. */
  readonly neededBytes: number;
  readonly fits: boolean;
  /** Whether the memory limit reduced the number of slots. */
  readonly lowered: boolean;
}

/** Memory for this process and its children: the smallest limit of its control groups, else the machine's memory. */
export function availableMemoryBytes(): number {
  // Without a limit it is 0 or larger than any real memory.
  const constrained = process.constrainedMemory();
  return Math.min(totalmem(), constrained || Number.POSITIVE_INFINITY);
}

/** Bytes that a worker with this many slots may use. */
function bytesOf(lanes: ReadonlyMap<Lane, number>): number {
  const jobs = [...lanes].map(([lane, slots]) => slots * (laneJobBytes(lane) + STANDBY_BYTES));
  return jobs.reduce((sum, bytes) => sum + bytes, WORKER_BYTES + oneSpareBytes(lanes.keys()));
}

/** Removes slots until the rest fits, always from the lane that uses most; each keeps one. */
function lowered(
  lanes: ReadonlyMap<Lane, number>,
  canLower: (lane: Lane) => boolean,
  availableBytes: number,
): Map<Lane, number> {
  const left = new Map(lanes);
  while (bytesOf(left) > availableBytes) {
    const [heaviest] = [...left]
      .filter(([lane, slots]) => slots > 1 && canLower(lane))
      .sort(([a, slotsOfA], [b, slotsOfB]) => slotsOfB * laneJobBytes(b) - slotsOfA * laneJobBytes(a));
    if (!heaviest) break;
    left.set(heaviest[0], heaviest[1] - 1);
  }
  return left;
}

/**
 * Ensures that all conversions that run at once, at the limits of the heaviest engine of their lanes, fit the memory.
 * Otherwise the kernel kills processes of its choice, in a container all of them: one user's file ends another's job.
 *
 * Default slots are lowered, since one per core is only a guess. Configured slots that do not fit are refused, since
 * other numbers (a pod's memory, the scaling of its lane) were chosen with them. With one slot for
 * each lane a worker starts however small the machine is: most conversions take a tenth of their limits.
 *
 * @param availableBytes - `availableMemoryBytes()`
 * @throws {Error} naming the memory that is missing, and the slots that would fit
 */
export function planMemory(
  wanted: ReadonlyMap<Lane, LaneSlots>,
  availableBytes = availableMemoryBytes(),
): MemoryPlan {
  const configured = new Map([...wanted].map(([lane, { slots }]) => [lane, slots]));
  const isGuess = (lane: Lane): boolean => wanted.get(lane)?.chosen === false;
  const lanes = lowered(configured, isGuess, availableBytes);
  const neededBytes = bytesOf(lanes);
  const fits = neededBytes <= availableBytes;
  if (!fits && [...wanted.values()].some(({ chosen }) => chosen)) {
    const most = lowered(configured, () => true, availableBytes);
    const remedy = bytesOf(most) <= availableBytes ? `, or set ${settings(most)}` : '';
    throw new Error(
      `${settings(lanes)}: conversions at once may take ${gigabytes(neededBytes)} of memory, and there are ` +
        `${gigabytes(availableBytes)}: give the process more${remedy}`,
    );
  }
  return { lanes, neededBytes, fits, lowered: bytesOf(configured) > neededBytes };
}

const gigabytes = (bytes: number): string => `${(bytes / GB).toFixed(1)} GiB`;
const settings = (lanes: ReadonlyMap<Lane, number>): string =>
  [...lanes].map(([lane, slots]) => `SLOTS_${lane.toUpperCase()}=${slots}`).join(' ');
