import { type EngineId, LANE_OF, registry } from '@filemill/formats';
import type { Lane } from '@filemill/product';
import type { Limits } from '../jail/sandbox.js';
import { resourceLimits } from './limits.js';

const MB = 1024 ** 2;
const GB = 1024 ** 3;

/** The most memory that the jail of one job may hold: its processes, which are watched, and its /tmp. */
type JobMemory = Pick<Limits, 'memoryBytes' | 'tmpBytes'>;

/** For programs that keep only small files there. */
const SMALL_TMP_BYTES = 64 * MB;

const memoryOf = (category: Parameters<typeof resourceLimits>[0], tmpBytes = SMALL_TMP_BYTES): JobMemory => ({
  memoryBytes: resourceLimits(category, 0).memoryBytes,
  tmpBytes,
});

/** What one job of each engine may take at once. Engines take their limits from here. */
const JOB_MEMORY: Readonly<Record<EngineId, JobMemory>> = {
  archive: memoryOf('archive'),
  // The most that a book may unpack to: docs/security.md.
  calibre: memoryOf('ebook', 2 * GB),
  // Its profile, and files that it would otherwise put into shared memory.
  chromium: memoryOf('ebook', GB),
  codecs: memoryOf('image'),
  csv: memoryOf('document'),
  data: memoryOf('document'),
  ffmpeg: memoryOf('video'),
  fictionbook: memoryOf('ebook'),
  // The unpacked and the packed copy of a WOFF2.
  fonttools: memoryOf('font', 160 * MB),
  // The fork server and its child together.
  libreoffice: { memoryBytes: 2.5 * GB, tmpBytes: SMALL_TMP_BYTES },
  pandoc: memoryOf('ebook'),
  poppler: memoryOf('document'),
  sharp: memoryOf('image'),
  stills: memoryOf('image'),
  subtitles: memoryOf('document'),
  vips: memoryOf('image'),
};

/** The most memory that one job of an engine may take; no jail that it starts may ask for more. */
export const jobMemory = (engine: EngineId): JobMemory => JOB_MEMORY[engine];

/** Bytes of memory that a jail with these limits may hold, its /tmp included. */
export const heldBytes = ({ memoryBytes, tmpBytes }: JobMemory): number => memoryBytes + tmpBytes;

/** Bytes of memory that one conversion of a lane may hold: those of the heaviest engine on any of its routes. */
export function laneJobBytes(lane: Lane): number {
  const routes = registry.pairs().filter(({ input }) => LANE_OF[input.category].lane === lane);
  const engines = new Set(routes.flatMap(({ steps }) => steps.map(({ engine }) => engine)));
  return Math.max(0, ...[...engines].map((engine) => heldBytes(jobMemory(engine))));
}
