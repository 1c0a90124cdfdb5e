import { z } from 'zod';
import { more } from './shape-options.js';

/**
 * The options of a compressed archive.
 *
 * @param byDefault - a level that is fast and compresses well with the format's own program
 */
export const archiveOptions = (byDefault: number) =>
  z.strictObject({
    level: z
      .int()
      .min(1)
      .max(9)
      .default(byDefault)
      .describe('1 is fastest, 9 makes the smallest file; what is inside is the same at every level.'),
  });

/** The largest upload in KB, which no result needs to exceed. */
const MAX_TARGET_KB = 2_097_152;

/** The size that a result must not exceed. The worker encodes until it fits, so an engine does not read it. */
export const targetSize = z
  .int()
  .min(1)
  .max(MAX_TARGET_KB)
  .optional()
  .describe(
    'Largest size of the result in KB of 1,024 bytes. If it would be larger, the quality becomes as low as needed.',
  )
  .meta({ unit: 'KB', ...more });

/** How a zip stores a file. */
export const zipOptions = archiveOptions(6).extend({
  method: z
    .enum(['deflate', 'store'])
    .default('deflate')
    .describe('Packed as every program can unpack it, or stored as it is, which is fastest.')
    .meta({ advanced: true }),
});

/** How 7-Zip packs: LZMA2 is its own, BZip2 and PPMd suit texts. */
export const sevenZipOptions = archiveOptions(1).extend({
  method: z
    .enum(['lzma2', 'lzma', 'bzip2', 'ppmd', 'deflate', 'store'])
    .default('lzma2')
    .describe('LZMA2 suits most files, PPMd and BZip2 texts; or stored as it is, which is fastest.')
    .meta({ advanced: true }),
  solid: z
    .boolean()
    .default(true)
    .describe('Files packed together: smaller, but one of them cannot be taken out alone.')
    .meta({ advanced: true }),
});

/** Which files of an archive are written to another one, and where. */
export const entryOptions = z.strictObject({
  exclude: z
    .enum(['nothing', 'system', 'hidden'])
    .default('nothing')
    .describe(
      'Leaves out what systems add by themselves (__MACOSX, .DS_Store, Thumbs.db), or every file that begins with a dot, too.',
    ),
  folders: z
    .enum(['keep', 'drop'])
    .default('keep')
    .describe('Whether files stay in their folders, or all lie side by side.')
    .meta({ advanced: true }),
});

/**
 * Settings of a picture format that loses detail when it is made smaller.
 *
 * @param byDefault - chosen so that no loss is seen at normal size
 */
export const lossyImageOptions = (byDefault: number) =>
  z.strictObject({
    quality: z
      .int()
      .min(1)
      .max(100)
      .default(byDefault)
      .describe('Picture quality from 1 (smallest file) to 100 (best).'),
    targetSize,
  });

/** 1 to 100 for a lossy format; absent: the engine chooses according to the source. */
const quality = z.int().min(1).max(100).optional();

/**
 * Options of every lossy audio format. Without a quality four seconds of pink noise, the hardest sound, lose less than 1.2 dB
 * of what is above 12 kHz, at these kbit/s: MP3 156, AAC 224, Opus 110, Vorbis 162, WMA 282 (`npm run bench -- defaults`).
 */
export const lossyAudioOptions = z.strictObject({
  quality: quality.describe(
    'Sound quality from 1 (smallest file) to 100 (best). Left out, the sound is taken over unchanged where the format allows, and else encoded so that no loss can be heard.',
  ),
});

/**
 * Options of every video format. Without a quality a slow pan over canon.crw of the image worker's samples, 640 × 480 at 25
 * pictures a second, has this structural similarity and these kbit/s, with its sound: MP4 0.967 and 584, WebM 0.974 and 596,
 * WMV 0.975 and 2,088, AVI 0.949 and 2,066, Ogg 0.945 and 2,164, MPEG 0.899 and 3,376 (`npm run bench -- defaults`).
 */
export const videoOptions = z.strictObject({
  quality: quality.describe(
    'Picture and sound quality from 1 (smallest file) to 100 (best). Left out, streams are taken over unchanged where the format allows, and else encoded so that no loss can be seen.',
  ),
});

/** From this quality on chroma keeps its full resolution. */
const FULL_CHROMA_QUALITY = 90;

/** Chroma at half the resolution frays hard edges, so only photos below the best quality get it. */
export const chromaOf = (quality: number, isGraphic: boolean): '4:4:4' | '4:2:0' =>
  isGraphic || quality >= FULL_CHROMA_QUALITY ? '4:4:4' : '4:2:0';

/** What the user chose, or {@link chromaOf}. */
export const chosenChroma = (
  chroma: 'auto' | 'full' | 'half',
  quality: number,
  isGraphic: boolean,
): '4:4:4' | '4:2:0' =>
  chroma === 'auto' ? chromaOf(quality, isGraphic) : chroma === 'full' ? '4:4:4' : '4:2:0';
