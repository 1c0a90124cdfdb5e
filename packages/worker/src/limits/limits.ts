import { AppError } from '@filemill/errors';
import type { Facts } from '@filemill/formats';
import type { Category } from '@filemill/product';

/** Numbers of docs/security.md, section 2. Engines take theirs from here. */

const MB = 1024 * 1024;
const GB = 1024 * MB;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
/** Small files are answered within a minute, transfers included. */
const SHORT = 58 * SECOND;
const MILLION = 1_000_000;

/** What the header of an input may declare at most. */
interface StructureLimits {
  readonly pixels?: number;
  readonly sidePx?: number;
  readonly frames?: number;
  /** Frames × pixels. */
  readonly framePixels?: number;
  readonly pages?: number;
  readonly durationMs?: number;
  readonly streams?: number;
}

/** What one conversion of an input of this class may take. */
interface ResourceLimits {
  /** Undefined: until the deadline of the conversion. */
  readonly wallMs?: number;
  readonly cpuSeconds: number;
  readonly memoryBytes: number;
  readonly outputBytes: number;
}

/** Of pictures; what decodes them checks it again, as no header can be trusted. */
export const IMAGE_STRUCTURE = {
  pixels: 100 * MILLION,
  sidePx: 16_383,
  frames: 1_000,
  framePixels: 2_000 * MILLION,
} as const satisfies StructureLimits;
const MEDIA_STRUCTURE: StructureLimits = { durationMs: 240 * MINUTE, streams: 64 };
const DOCUMENT_STRUCTURE: StructureLimits = { pages: 2_000 };

const STRUCTURE: Record<Category, StructureLimits> = {
  image: IMAGE_STRUCTURE,
  video: MEDIA_STRUCTURE,
  audio: MEDIA_STRUCTURE,
  document: DOCUMENT_STRUCTURE,
  presentation: DOCUMENT_STRUCTURE,
  archive: {},
  ebook: {},
  font: {},
};

/** Four hours on every core of a large machine: for media the deadline of the conversion decides. */
const MEDIA_CPU_SECONDS = 4 * 3600 * 8;
const MEDIA: ResourceLimits = { cpuSeconds: MEDIA_CPU_SECONDS, memoryBytes: 4 * GB, outputBytes: 8 * GB };
const DOCUMENT: ResourceLimits = {
  wallMs: 180 * SECOND,
  cpuSeconds: 120,
  memoryBytes: 1.5 * GB,
  outputBytes: GB,
};

const RESOURCES: Record<Category, ResourceLimits> = {
  image: { wallMs: SHORT, cpuSeconds: 60, memoryBytes: 2 * GB, outputBytes: GB },
  video: MEDIA,
  audio: MEDIA,
  document: DOCUMENT,
  presentation: DOCUMENT,
  archive: { wallMs: 300 * SECOND, cpuSeconds: 300, memoryBytes: GB, outputBytes: 2 * GB },
  ebook: { wallMs: 180 * SECOND, cpuSeconds: 180, memoryBytes: GB, outputBytes: 2 * GB },
  font: { wallMs: 30 * SECOND, cpuSeconds: 60, memoryBytes: 2 * GB, outputBytes: GB },
};

/** Documents up to this size have less time. */
const SMALL_DOCUMENT_BYTES = MB;

/** Fonts up to this size have less time: the encoder of WOFF2 takes 80 s for the 16 MB of a CJK font. */
const SMALL_FONT_BYTES = 2 * MB;
const LARGE_FONT = { wallMs: 300 * SECOND, cpuSeconds: 300 };

/** Pixels of one drawn page of a document. */
export const MAX_PAGE_PIXELS = 200 * MILLION;

/** @param inputBytes - size of the file; small documents and fonts get less time */
export function resourceLimits(category: Category, inputBytes: number): ResourceLimits {
  const limits = RESOURCES[category];
  if (category === 'font' && inputBytes > SMALL_FONT_BYTES) return { ...limits, ...LARGE_FONT };
  const isDocument = category === 'document' || category === 'presentation';
  return isDocument && inputBytes <= SMALL_DOCUMENT_BYTES ? { ...limits, wallMs: SHORT } : limits;
}

/**
 * Refuses files whose header declares more than may be decoded.
 *
 * @throws {AppError} FILE_TOO_LARGE naming the limit that was passed
 */
export function checkStructure(category: Category, facts: Facts): void {
  const limits = STRUCTURE[category];
  const { widthPx = 0, heightPx = 0, frames = 1 } = facts;
  refuseAbove(limits.sidePx, Math.max(widthPx, heightPx), 'pixels a side');
  refuseAbove(limits.pixels, widthPx * heightPx, 'pixels');
  refuseAbove(limits.frames, frames, 'frames');
  refuseAbove(limits.framePixels, widthPx * heightPx * frames, 'pixels in all frames');
  refuseAbove(limits.pages, facts.pages ?? 0, 'pages');
  refuseAbove(limits.durationMs, facts.durationMs ?? 0, 'milliseconds');
  refuseAbove(limits.streams, facts.streams?.length ?? 0, 'streams');
}

/** Sums over several files that become one. */
export interface StructureTotals {
  readonly frames: number;
  readonly framePixels: number;
  readonly pages: number;
  readonly durationMs: number;
}

/**
 * Refuses files that declare more together than one file may. Pages hold for all of them, whatever they are.
 *
 * @throws {AppError} FILE_TOO_LARGE naming the limit that was passed
 */
export function checkTotals(category: Category, totals: StructureTotals): void {
  const limits = STRUCTURE[category];
  refuseAbove(limits.frames, totals.frames, 'frames');
  refuseAbove(limits.framePixels, totals.framePixels, 'pixels in all frames');
  refuseAbove(DOCUMENT_STRUCTURE.pages, totals.pages, 'pages');
  refuseAbove(limits.durationMs, totals.durationMs, 'milliseconds');
}

function refuseAbove(limit: number | undefined, value: number, unit: string): void {
  if (limit === undefined || value <= limit) return;
  const number = limit.toLocaleString('en-US');
  throw new AppError('FILE_TOO_LARGE', {
    limit,
    unit,
    message: `The file has more than ${number} ${unit}, which is the limit.`,
  });
}
