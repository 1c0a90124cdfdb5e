import { totalmem } from 'node:os';
import type { Lane } from '@filemill/queue';
import { laneJobBytes } from './job-memory.js';
import type { LaneSlots } from './lanes.js';

const MB = 1024 ** 2;
const GB = 1024 ** 3;

/** Of the worker's own process, without jails. Measured: 75 MB in mixed work; the rest is for its heap to grow. */
const WORKER_BYTES = 384 * MB;
/** What stands by for one slot while another engine's job runs in it. Measured: LibreOffice 47 MB, sharp 14, ffmpeg 9. */
const STANDBY_BYTES = 64 * MB;

/** How many conversions of each lane run at once, and the memory that they may hold together. */
export interface MemoryPlan {
  readonly lanes: ReadonlyMap<Lane, number>;
  /** Of all conversions at their limits, what stands by and the worker itself. */
  readonly neededBytes: number;
  readonly fits: boolean;
  /** Whether there are fewer slots than would have been without a look at the memory. */
  readonly lowered: boolean;
}

/** Memory that this process and all that it starts may use: the smallest limit of its control groups, else the machine's. */
export function availableMemoryBytes(): number {
  // 0 or a number beyond any memory where there is no limit.
  const constrained = process.constrainedMemory();
  return Math.min(totalmem(), constrained || Number.POSITIVE_INFINITY);
}

/** Bytes that a worker with so many slots may take. */
function bytesOf(lanes: ReadonlyMap<Lane, number>): number {
  const jobs = [...lanes].map(([lane, slots]) => slots * (laneJobBytes(lane) + STANDBY_BYTES));
  return jobs.reduce((sum, bytes) => sum + bytes, WORKER_BYTES);
}

/** Takes slots away until what is left fits, of the lane that holds most; each keeps one. */
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
 * Makes sure that all conversions that run at once, at the limits of the heaviest engine of their lanes, fit the memory:
 * past it the kernel ends processes as it likes, in a container all of them, and one user's file ends another's job.
 *
 * Slots that nobody chose are lowered, since one per core is only a guess. Slots that somebody chose are refused where
 * they do not fit, since other numbers (a pod's memory, the scaling of its lane) were chosen with them. With one slot for
 * each lane a worker starts however small the machine is: most conversions take a tenth of their limits.
 *
 * @param availableBytes - `availableMemoryBytes()`
 * @throws {Error} naming the memory that is missing, and the slots that would fit
 */
export function planMemory(
  wanted: ReadonlyMap<Lane, LaneSlots>,
  availableBytes = availableMemoryBytes(),
): MemoryPlan {
  const asked = new Map([...wanted].map(([lane, { slots }]) => [lane, slots]));
  const isGuess = (lane: Lane): boolean => wanted.get(lane)?.chosen === false;
  const lanes = lowered(asked, isGuess, availableBytes);
  const neededBytes = bytesOf(lanes);
  const fits = neededBytes <= availableBytes;
  if (!fits && [...wanted.values()].some(({ chosen }) => chosen)) {
    const most = lowered(asked, () => true, availableBytes);
    const remedy = bytesOf(most) <= availableBytes ? `, or set ${settings(most)}` : '';
    throw new Error(
      `${settings(lanes)}: conversions at once may take ${gigabytes(neededBytes)} of memory, and there are ` +
        `${gigabytes(availableBytes)}: give the process more${remedy}`,
    );
  }
  return { lanes, neededBytes, fits, lowered: bytesOf(asked) > neededBytes };
}

const gigabytes = (bytes: number): string => `${(bytes / GB).toFixed(1)} GiB`;
const settings = (lanes: ReadonlyMap<Lane, number>): string =>
  [...lanes].map(([lane, slots]) => `SLOTS_${lane.toUpperCase()}=${slots}`).join(' ');
