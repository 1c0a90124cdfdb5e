import { readFile, writeFile } from 'node:fs/promises';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { PNG_SIGNATURE, pngChunk } from '../png.js';
import { Refused } from './refused.js';

/** The same number as in the limits of the worker, which has checked the header. */
const MAX_PIXELS = 100_000_000;
const MAX_SIDE_PX = 16_383;

/** A whole picture with its transparency: RGBA, row-major, the top row first. */
export interface Canvas {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Eight or sixteen bits a sample. */
  readonly samples: Uint8Array | Uint16Array;
  /** Whether some pixel may be transparent. */
  readonly hasAlpha: boolean;
  /** ICC profile of its colours; sRGB without one. */
  readonly profile?: Buffer;
}

/** @throws {Refused} for a picture without pixels, or above the limits */
export function requireSize(widthPx: number, heightPx: number): void {
  if (widthPx === 0 || heightPx === 0) throw new Refused('broken');
  if (Math.max(widthPx, heightPx) > MAX_SIDE_PX || widthPx * heightPx > MAX_PIXELS)
    throw new Refused('pixels');
}

/** An empty picture, which is transparent. @throws {Refused} as {@link requireSize} */
export function emptyCanvas(widthPx: number, heightPx: number, isDeep: boolean): Canvas {
  requireSize(widthPx, heightPx);
  const count = widthPx * heightPx * 4;
  return {
    ...{ widthPx, heightPx, hasAlpha: true },
    samples: isDeep ? new Uint16Array(count) : new Uint8Array(count),
  };
}

/** Opens a PNG that sharp has written. @param mayBeDeep - keeps sixteen bits and the profile */
export async function openPng(path: string, { mayBeDeep }: { mayBeDeep: boolean }): Promise<Canvas> {
  const image = sharp(path, { limitInputPixels: MAX_PIXELS });
  const { width, height, hasAlpha, depth, icc } = await image.metadata();
  requireSize(width, height);
  const isDeep = mayBeDeep && depth === 'ushort';
  const { data } = await image
    .toColourspace(isDeep ? 'rgb16' : 'srgb')
    .ensureAlpha()
    .raw({ depth: isDeep ? 'ushort' : 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return {
    ...{ widthPx: width, heightPx: height, hasAlpha },
    samples: isDeep ? new Uint16Array(data.buffer, data.byteOffset, data.length / 2) : data,
    ...(mayBeDeep && icc && { profile: icc }),
  };
}

/** Writes a picture as a PNG for the next step. */
export async function writePng(path: string, { widthPx, heightPx, samples, profile }: Canvas): Promise<void> {
  const raw = { width: widthPx, height: heightPx, channels: 4 } as const;
  const image = sharp(samples, { raw, limitInputPixels: MAX_PIXELS });
  if (samples instanceof Uint16Array) image.toColourspace('rgb16');
  await image.png({ compressionLevel: 1 }).toFile(path);
  if (profile) await embedProfile(path, profile);
}

/** sharp would convert the colours to a profile that it is given; here they are those of the profile already. */
async function embedProfile(path: string, profile: Buffer): Promise<void> {
  const png = await readFile(path);
  // Its name, the end of the name, and the one method of compression: W3C PNG, third edition, 11.3.2.3.
  const chunk = pngChunk('iCCP', Buffer.from('ICC profile\0\0', 'latin1'), deflateSync(profile));
  const afterHeader = PNG_SIGNATURE.length + 25;
  await writeFile(path, Buffer.concat([png.subarray(0, afterHeader), chunk, png.subarray(afterHeader)]));
}
