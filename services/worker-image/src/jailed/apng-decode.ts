import sharp from 'sharp';
import { PictureError } from './picture-error.js';
import { PNG_SIGNATURE, pngChunk, pngChunksIn } from './png.js';

/** All frames together, as pixels: what is larger is converted as a still picture. */
const MAX_ANIMATION_BYTES = 512 * 1024 ** 2;
const DISPOSE = { keep: 0, clear: 1, restore: 2 } as const;
const BLEND_OVER = 1;

/** Frames one below the other, each as it is shown, in RGBA. */
export interface Animation {
  readonly data: Buffer;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly delaysMs: readonly number[];
  /** 0: without end. */
  readonly loops: number;
}

interface Frame {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly x: number;
  readonly y: number;
  readonly delayMs: number;
  readonly dispose: number;
  readonly blend: number;
  readonly data: Buffer[];
}

/**
 * Draws the frames of an animated PNG (W3C PNG, third edition, 11.3.3).
 *
 * @returns undefined if it has fewer than two frames, or more than fit into memory
 * @throws {PictureError} FILE_CORRUPT if a frame lies outside the picture or cannot be decoded
 */
export async function decodeApng(file: Buffer): Promise<Animation | undefined> {
  const chunks = pngChunksIn(file);
  const header = chunks[0]?.data;
  const loops = chunks.find(({ type }) => type === 'acTL')?.data.readUInt32BE(4);
  const frames = framesOf(chunks);
  if (header?.length !== 13 || loops === undefined || frames.length < 2) return undefined;
  const [widthPx, heightPx] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const canvasBytes = widthPx * heightPx * 4;
  if (canvasBytes * frames.length > MAX_ANIMATION_BYTES) return undefined;
  const shared = chunks.filter(({ type }) => type === 'PLTE' || type === 'tRNS');
  const beside = shared.map(({ type, data }) => pngChunk(type, data));
  const all = Buffer.alloc(canvasBytes * frames.length);
  let canvas = Buffer.alloc(canvasBytes);
  for (const [index, frame] of frames.entries()) {
    if (frame.x + frame.widthPx > widthPx || frame.y + frame.heightPx > heightPx)
      throw new PictureError('FILE_CORRUPT', 'a frame lies outside the picture');
    const before = frame.dispose === DISPOSE.restore ? Buffer.from(canvas) : undefined;
    draw(canvas, widthPx, frame, await pixelsOf(frame, header, beside));
    canvas.copy(all, index * canvasBytes);
    if (before) canvas = index === 0 ? Buffer.alloc(canvasBytes) : before;
    if (frame.dispose === DISPOSE.clear) clear(canvas, widthPx, frame);
  }
  return { data: all, widthPx, heightPx, delaysMs: frames.map(({ delayMs }) => delayMs), loops };
}

/** Frames with their data; a still picture before the first of them does not count. */
function framesOf(chunks: ReturnType<typeof pngChunksIn>): Frame[] {
  const frames: Frame[] = [];
  for (const { type, data } of chunks) {
    if (type === 'fcTL' && data.length >= 26) {
      const unit = data.readUInt16BE(22) || 100;
      frames.push({
        widthPx: data.readUInt32BE(4),
        heightPx: data.readUInt32BE(8),
        x: data.readUInt32BE(12),
        y: data.readUInt32BE(16),
        delayMs: Math.round((data.readUInt16BE(20) * 1_000) / unit),
        dispose: data.readUInt8(24),
        blend: data.readUInt8(25),
        data: [],
      });
    } else if (type === 'IDAT') frames.at(-1)?.data.push(data);
    else if (type === 'fdAT') frames.at(-1)?.data.push(data.subarray(4));
  }
  return frames.filter(({ data }) => data.length > 0);
}

function pixelsOf(frame: Frame, header: Buffer, beside: readonly Buffer[]): Promise<Buffer> {
  const own = Buffer.from(header);
  own.writeUInt32BE(frame.widthPx, 0);
  own.writeUInt32BE(frame.heightPx, 4);
  const png = Buffer.concat([
    PNG_SIGNATURE,
    pngChunk('IHDR', own),
    ...beside,
    pngChunk('IDAT', ...frame.data),
    pngChunk('IEND'),
  ]);
  return sharp(png, { failOn: 'warning' }).toColourspace('srgb').ensureAlpha().raw().toBuffer();
}

function draw(canvas: Buffer, canvasPx: number, frame: Frame, pixels: Buffer): void {
  for (let row = 0; row < frame.heightPx; row++) {
    const to = ((frame.y + row) * canvasPx + frame.x) * 4;
    const from = row * frame.widthPx * 4;
    if (frame.blend !== BLEND_OVER) {
      pixels.copy(canvas, to, from, from + frame.widthPx * 4);
      continue;
    }
    for (let at = 0; at < frame.widthPx * 4; at += 4) blendPixel(canvas, to + at, pixels, from + at);
  }
}

/** The pixel over what is there, by its alpha. */
function blendPixel(canvas: Buffer, to: number, pixels: Buffer, from: number): void {
  const above = (pixels[from + 3] ?? 0) / 255;
  if (above === 0) return;
  const below = ((canvas[to + 3] ?? 0) / 255) * (1 - above);
  const alpha = above + below;
  for (let channel = 0; channel < 3; channel++) {
    const sum = (pixels[from + channel] ?? 0) * above + (canvas[to + channel] ?? 0) * below;
    canvas[to + channel] = Math.round(sum / alpha);
  }
  canvas[to + 3] = Math.round(alpha * 255);
}

function clear(canvas: Buffer, canvasPx: number, { x, y, widthPx, heightPx }: Frame): void {
  for (let row = y; row < y + heightPx; row++) {
    canvas.fill(0, (row * canvasPx + x) * 4, (row * canvasPx + x + widthPx) * 4);
  }
}
