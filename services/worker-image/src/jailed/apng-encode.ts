import { type FileHandle, open } from 'node:fs/promises';
import { PNG_SIGNATURE, pngChunk, pngChunksIn } from './png.js';

/** How long a frame is shown, in milliseconds. */
export const MAX_DELAY_MS = 65_535;
const FRAME_CONTROL_BYTES = 26;

/**
 * Writes an animated PNG frame by frame (W3C PNG, third edition, 11.3.3). All frames are whole pictures of one size and
 * colour type.
 *
 * @param count - number of frames; their PNGs come from `frames`
 * @param loops - how often it plays; 0: without end
 */
export async function writeApng(
  path: string,
  frames: AsyncIterable<Buffer>,
  { count, delaysMs, loops }: { count: number; delaysMs: readonly number[]; loops: number },
): Promise<void> {
  const file = await open(path, 'wx');
  try {
    let sequence = 0;
    let index = 0;
    for await (const png of frames) {
      const chunks = pngChunksIn(png);
      const header = chunks.find(({ type }) => type === 'IHDR')?.data ?? Buffer.alloc(13);
      if (index === 0) {
        const animation = Buffer.alloc(8);
        animation.writeUInt32BE(count, 0);
        animation.writeUInt32BE(loops, 4);
        const leading = chunks.slice(
          1,
          chunks.findIndex(({ type }) => type === 'IDAT'),
        );
        await write(file, [PNG_SIGNATURE, pngChunk('IHDR', header), pngChunk('acTL', animation)]);
        await write(
          file,
          leading.map(({ type, data }) => pngChunk(type, data)),
        );
      }
      await write(file, [pngChunk('fcTL', frameControl(header, sequence++, delaysMs[index] ?? 0))]);
      for (const { type, data } of chunks) {
        if (type !== 'IDAT') continue;
        if (index === 0) await write(file, [pngChunk('IDAT', data)]);
        else await write(file, [pngChunk('fdAT', number(sequence++), data)]);
      }
      index++;
    }
    await write(file, [pngChunk('IEND')]);
  } finally {
    await file.close();
  }
}

const write = (file: FileHandle, parts: readonly Buffer[]) => file.appendFile(Buffer.concat(parts));

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** A whole picture, which replaces the one before it. */
function frameControl(header: Buffer, sequence: number, delayMs: number): Buffer {
  const control = Buffer.alloc(FRAME_CONTROL_BYTES);
  control.writeUInt32BE(sequence, 0);
  header.copy(control, 4, 0, 8);
  control.writeUInt16BE(Math.min(MAX_DELAY_MS, Math.max(0, Math.round(delayMs))), 20);
  control.writeUInt16BE(1_000, 22);
  return control;
}
