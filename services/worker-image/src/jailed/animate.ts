import sharp, { type Sharp } from 'sharp';
import { MAX_DELAY_MS, writeApng } from './apng-encode.js';
import { isGraphic, preparePicture } from './prepare.js';
import type { PictureJob, PictureWrite } from './protocol.js';
import type { Source } from './source.js';

/** Frames that are decoded at once: a decoder starts again from the first one for each of these parts. */
const PART_BYTES = 128 * 1024 ** 2;

interface Size {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** What the pixels of an animation do not say, as arguments of the saver. */
export function withTiming(write: PictureWrite, { timing }: Source): PictureWrite {
  if (!timing) return write;
  const more = { delay: timing.delaysMs, loop: timing.loops };
  const { photo, graphic } = write.args;
  return { ...write, args: { photo: { ...photo, ...more }, graphic: { ...graphic, ...more } } };
}

/** With the times that the user wants. */
export function withWantedTiming(source: Source, { delay, loop }: PictureJob['held']): Source {
  if (delay === undefined && loop === undefined) return source;
  const { metadata, pages } = source;
  const delaysMs =
    delay === undefined
      ? (source.timing?.delaysMs ?? metadata.delay ?? [])
      : Array.from({ length: pages }, () => delay);
  return { ...source, timing: { delaysMs, loops: loop ?? source.timing?.loops ?? metadata.loop ?? 0 } };
}

/** Writes an animated PNG of one frame, with all that a PNG holds. */
export async function writeFrame(
  path: string,
  picture: Sharp,
  job: PictureJob,
  source: Source,
): Promise<Size> {
  const { data, info } = await picture.png(argsOf(job, source)).toBuffer({ resolveWithObject: true });
  await writeApng(path, toFrames([data]), { count: 1, delaysMs: [0], loops: 0 });
  return { widthPx: info.width, heightPx: info.height };
}

/** Writes all frames of an animation as an animated PNG, in 8 bits with transparency. */
export async function writeFrames(
  path: string,
  job: PictureJob,
  source: Source,
): Promise<Size & { frames: number; lastFrameMs: number; loops: number }> {
  const { metadata, pages, timing } = source;
  const [widthPx, heightPx] = [metadata.width, metadata.pageHeight ?? metadata.height];
  const frameBytes = widthPx * heightPx * 4;
  const together = Math.max(1, Math.floor(PART_BYTES / frameBytes));
  async function* frames(): AsyncGenerator<Buffer> {
    for (let from = 0; from < pages; from += together) {
      const count = Math.min(together, pages - from);
      const part = preparePicture(source.animation(from, count), job, source);
      const pixels = await part.toColourspace('srgb').ensureAlpha().raw().toBuffer();
      for (let at = 0; at < count; at++) {
        const raw = pixels.subarray(at * frameBytes, (at + 1) * frameBytes);
        const frame = sharp(raw, { raw: { width: widthPx, height: heightPx, channels: 4 } });
        yield await frame.png(argsOf(job, source)).toBuffer();
      }
    }
  }
  const delaysMs = timing?.delaysMs ?? metadata.delay ?? [];
  const loops = timing?.loops ?? metadata.loop ?? 0;
  await writeApng(path, frames(), { count: pages, delaysMs, loops });
  const lastFrameMs = Math.min(delaysMs[pages - 1] ?? 0, MAX_DELAY_MS);
  return { widthPx, heightPx, frames: pages, lastFrameMs, loops };
}

const argsOf = (job: PictureJob, source: Source) =>
  isGraphic(job, source) ? job.write.args.graphic : job.write.args.photo;

async function* toFrames(frames: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* frames;
}
