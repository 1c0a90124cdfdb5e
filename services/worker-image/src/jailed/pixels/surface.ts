import { open } from 'node:fs/promises';
import type { LossCode } from '@filemill/formats';
import type { Canvas } from './pictures.js';
import { rowsTogether } from './rows.js';

const HEADER_BYTES = 128;
/** DDSD_CAPS, _HEIGHT, _WIDTH, _PITCH and _PIXELFORMAT. */
const FLAGS = 0x100f;
/** DDPF_RGB and DDPF_ALPHAPIXELS. */
const FORMAT_FLAGS = 0x41;
/** Red, green, blue and transparency in a number of 32 bits: the order that every reader knows. */
const MASKS = [0x00ff0000, 0x0000ff00, 0x000000ff, 0xff000000];
const CAPS_TEXTURE = 0x1000;

/** Writes a texture without compression and without smaller copies: "DDS Programming Guide" of DirectX 9. */
export async function writeSurface(
  path: string,
  { widthPx, heightPx, samples }: Canvas,
): Promise<readonly LossCode[]> {
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('DDS ', 'latin1');
  const fields: readonly (readonly [at: number, value: number])[] = [
    [4, 124],
    [8, FLAGS],
    [12, heightPx],
    [16, widthPx],
    [20, widthPx * 4],
    [76, 32],
    [80, FORMAT_FLAGS],
    [88, 32],
    ...MASKS.map((mask, index) => [92 + index * 4, mask] as const),
    [108, CAPS_TEXTURE],
  ];
  for (const [at, value] of fields) header.writeUInt32LE(value, at);
  const file = await open(path, 'wx');
  try {
    await file.write(header);
    for (const [from, to] of rowsTogether(heightPx, widthPx * 4)) {
      const rows = Buffer.from(samples.subarray(from * widthPx * 4, to * widthPx * 4));
      for (let at = 0; at < rows.length; at += 4) {
        const red = rows[at] as number;
        rows[at] = rows[at + 2] as number;
        rows[at + 2] = red;
      }
      await file.write(rows);
    }
  } finally {
    await file.close();
  }
  return [];
}
