import { open } from 'node:fs/promises';
import type { LossCode } from '@filemill/formats';
import type { Canvas } from './pictures.js';
import { rowsTogether } from './rows.js';

/** Signs of a colour: all of ASCII that can stand in a string of C as they are; a question mark may begin a trigraph. */
const SIGNS = Array.from({ length: 95 }, (_, index) => index + 32).filter(
  (code) => !['"', '\\', '?'].includes(String.fromCharCode(code)),
);
const COLOURS = 2 ** 24;
const CLEAR = COLOURS;
const [HALF, OPAQUE] = [128, 255];
/** A line of colours: signs, key and number. */
const LINES_TOGETHER = 65_536;

/**
 * Writes an X pixmap, version 3: the text of a program in C. Each colour stays; a pixel is shown or not. "XPM Manual" of
 * Groupe Bull, 1996.
 */
export async function writePixmap(path: string, picture: Canvas): Promise<readonly LossCode[]> {
  const { widthPx, heightPx } = picture;
  const { numbers, colours, hasHalfClear } = coloursOf(picture);
  const length = Math.max(1, Math.ceil(Math.log(colours.length) / Math.log(SIGNS.length)));
  const file = await open(path, 'wx');
  try {
    await file.write('/* XPM */\nstatic char *picture[] = {\n');
    await file.write(`"${widthPx} ${heightPx} ${colours.length} ${length}"`);
    for (let from = 0; from < colours.length; from += LINES_TOGETHER) {
      const lines = colours.slice(from, from + LINES_TOGETHER).map((colour, index) => {
        const name = colour === CLEAR ? 'None' : `#${colour.toString(16).toUpperCase().padStart(6, '0')}`;
        return `,\n"${signsOf(from + index, length).toString('latin1')} c ${name}"`;
      });
      await file.write(lines.join(''));
    }
    const rowBytes = widthPx * length + 4;
    for (const [from, to] of rowsTogether(heightPx, rowBytes)) {
      const rows = Buffer.alloc((to - from) * rowBytes);
      let at = 0;
      for (let row = from; row < to; row++) {
        at += rows.write(',\n"', at);
        for (let x = 0; x < widthPx; x++) {
          const colour = numbers[colourAt(picture, row * widthPx + x)] as number;
          at = writeSigns(rows, at, colour - 1, length);
        }
        at += rows.write('"', at);
      }
      await file.write(rows);
    }
    await file.write('\n};\n');
  } finally {
    await file.close();
  }
  return hasHalfClear ? ['half_transparency_dropped'] : [];
}

/** The colours in the order in which they appear, and the number of each from 1 on. */
function coloursOf(picture: Canvas): {
  numbers: Int32Array;
  colours: number[];
  hasHalfClear: boolean;
} {
  const numbers = new Int32Array(COLOURS + 1);
  const colours: number[] = [];
  let hasHalfClear = false;
  const { samples, widthPx, heightPx } = picture;
  for (let pixel = 0; pixel < widthPx * heightPx; pixel++) {
    const alpha = samples[pixel * 4 + 3] as number;
    hasHalfClear ||= alpha !== 0 && alpha !== OPAQUE;
    const colour = colourAt(picture, pixel);
    if (numbers[colour] === 0) numbers[colour] = colours.push(colour);
  }
  return { numbers, colours, hasHalfClear };
}

function colourAt({ samples }: Canvas, pixel: number): number {
  const at = pixel * 4;
  if ((samples[at + 3] as number) < HALF) return CLEAR;
  return ((samples[at] as number) << 16) | ((samples[at + 1] as number) << 8) | (samples[at + 2] as number);
}

/** @returns the offset behind the signs */
function writeSigns(target: Buffer, at: number, index: number, length: number): number {
  let rest = index;
  for (let sign = 0; sign < length; sign++) {
    target[at + sign] = SIGNS[rest % SIGNS.length] as number;
    rest = Math.floor(rest / SIGNS.length);
  }
  return at + length;
}

function signsOf(index: number, length: number): Buffer {
  const signs = Buffer.alloc(length);
  writeSigns(signs, 0, index, length);
  return signs;
}
