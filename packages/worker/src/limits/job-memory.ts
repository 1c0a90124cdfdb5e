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
  bundle: memoryOf('video'),
  // The most that a book may unpack to: docs/security.md.
  calibre: memoryOf('ebook', 2 * GB),
  // Its profile, and files that it would otherwise put into shared memory.
  chromium: memoryOf('ebook', GB),
  citations: memoryOf('ebook'),
  codecs: memoryOf('image'),
  comics: memoryOf('ebook'),
  csv: memoryOf('document'),
  data: memoryOf('document'),
  dbase: memoryOf('document'),
  drawings: memoryOf('document'),
  ffmpeg: memoryOf('video'),
  fictionbook: memoryOf('ebook'),
  fluidsynth: memoryOf('audio'),
  // The unpacked and the packed copy of a WOFF2.
  fonttools: memoryOf('font', 160 * MB),
  // The fork server and its child together.
  libreoffice: { memoryBytes: 2.5 * GB, tmpBytes: SMALL_TMP_BYTES },
  kobo: memoryOf('ebook'),
  mailbox: memoryOf('document'),
  mutool: memoryOf('document'),
  pandoc: memoryOf('ebook'),
  pixels: memoryOf('image'),
  outline: memoryOf('document'),
  pages: memoryOf('document'),
  plotter: memoryOf('document'),
  slideshow: memoryOf('document'),
  poppler: memoryOf('document'),
  qpdf: memoryOf('document'),
  repack: memoryOf('archive'),
  sharp: memoryOf('image'),
  stills: memoryOf('image'),
  subtitles: memoryOf('document'),
  svgo: memoryOf('image'),
  vips: memoryOf('image'),
};

/** The most memory that one job of an engine may take; no jail that it starts may ask for more. */
export const jobMemory = (engine: EngineId): JobMemory => JOB_MEMORY[engine];

/** Bytes of memory that a jail with these limits may hold, its /tmp included. */
export const heldBytes = ({ memoryBytes, tmpBytes }: JobMemory): number => memoryBytes + tmpBytes;

/**
 * What the one process of an engine that waits for all slots holds (`ONE_SPARE`): the memory that it shares with no other
 * process, as measured, and a third more.
 */
const ONE_SPARE_BYTES: { readonly [E in EngineId]?: number } = {
  archive: 20 * MB,
  calibre: 68 * MB,
  chromium: 168 * MB,
  comics: 28 * MB,
  csv: 12 * MB,
  data: 12 * MB,
  fictionbook: 28 * MB,
  fonttools: 26 * MB,
  pages: 48 * MB,
  pandoc: 24 * MB,
  poppler: 18 * MB,
  subtitles: 12 * MB,
};

/** The engines on any route of some lanes. */
export function enginesOf(lanes: Iterable<Lane>): Set<EngineId> {
  const served = new Set(lanes);
  const routes = registry.pairs().filter(({ input }) => served.has(LANE_OF[input.category].lane));
  return new Set(routes.flatMap(({ steps }) => steps.map(({ engine }) => engine)));
}

/** Bytes of memory that one conversion of a lane may hold: those of the heaviest engine on any of its routes. */
export const laneJobBytes = (lane: Lane): number =>
  Math.max(0, ...[...enginesOf([lane])].map((engine) => heldBytes(jobMemory(engine))));

/** Bytes of the processes that wait once for all slots of some lanes. */
export const oneSpareBytes = (lanes: Iterable<Lane>): number =>
  [...enginesOf(lanes)].reduce((sum, engine) => sum + (ONE_SPARE_BYTES[engine] ?? 0), 0);
