import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LANES, type Lane } from '@filemill/product';
import { z } from 'zod';

const slots = z.coerce.number().int().min(1).max(256).optional();

const isLane = (text: string): text is Lane => (LANES as readonly string[]).includes(text);
const lanes = z
  .string()
  .transform((text) => text.split(',').map((lane) => lane.trim()))
  .pipe(z.array(z.string().refine(isLane, `lanes are ${LANES.join(', ')}`)));

/** Variables of every worker. */
export const workerConfig = {
  /** Lanes to serve, comma-separated; all lanes of the worker by default. In Kubernetes one Deployment serves one. */
  LANES: lanes.optional(),
  /** Conversions at once, by lane; by default one per core, or as many as fit the memory (lanes.ts). */
  SLOTS_IMAGE: slots,
  SLOTS_AUDIO: slots,
  SLOTS_VIDEO: slots,
  SLOTS_DOCUMENT: slots,
  SLOTS_EBOOK: slots,
  SLOTS_ARCHIVE: slots,
  SLOTS_FONT: slots,
  /**
   * Memory in bytes that this process and all its conversions may use; by default the limit of its container, else the
   * machine's. For workers that share a machine.
   */
  MEMORY_BYTES: z.coerce.number().int().min(1).optional(),
  /** Folder for files of running jobs; per slot its disk needs room for five times the largest upload. */
  WORK_DIR: z.string().startsWith('/', 'an absolute path').default(join(tmpdir(), 'filemill')),
  /** The worker is not ready while that disk is fuller. */
  WORK_MAX_USED_PERCENT: z.coerce.number().min(1).max(100).default(90),
  /**
   * How long conversions may continue after SIGTERM before they return to the queue. The chart sets the longest job
   * and the pod's grace a minute above it.
   */
  DRAIN_GRACE_SECONDS: z.coerce.number().int().min(0).default(5),
};

/** The parsed variables. */
export type WorkerConfig = z.infer<z.ZodObject<typeof workerConfig>>;

/** The slots configured for a lane; undefined if none are. */
export const slotsOf = (config: WorkerConfig, lane: Lane): number | undefined =>
  config[`SLOTS_${lane.toUpperCase() as Uppercase<Lane>}`];
