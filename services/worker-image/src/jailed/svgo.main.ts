import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import sharp from 'sharp';
import type { Config } from 'svgo';
// The one file of it that has no data beside it, which a bundle would miss.
import { optimize } from 'svgo/browser';
import { PictureError } from './picture-error.js';
import { cleanSvg, salvageSvg } from './svg-clean.js';

/**
 * Runs inside the jail: writes an SVG again in fewer bytes. Arguments: the paths of the input and of the output, `packed` for
 * SVGZ or `plain`, and `salvage` for a damaged file or `strict`. Standard output: `damaged`, or `refused` as the last line.
 */
const [input = '', output = '', packing = '', mode = ''] = process.argv.slice(2);

/** As much as is drawn in seconds. */
const MAX_TEXT_BYTES = 8 * 1024 ** 2;
const MAX_UNPACKED_BYTES = 128 * 1024 ** 2;
/** Longer side of the pictures that are compared, and sharp's limits of a drawing's density. */
const COMPARED_PX = 1_000;
const CSS_DENSITY = 72;
const MAX_DENSITY = 100_000;
/** Digits behind the point: a hundred thousandth of a unit is not seen. */
const PRECISION = 5;
/** Shapes that change while they are shown have the same commands in all of their states. */
const MOVES = /<(?:\w+:)?(?:animate|set)|@keyframes/;

/** What no program shows: comments, the declarations of a text in UTF-8, white space between elements and in attributes. */
const SAFE: NonNullable<Config['plugins']> = [
  ...(['removeXMLProcInst', 'removeDoctype', 'removeComments', 'cleanupAttrs'] as const),
];
const ALL: NonNullable<Config['plugins']> = [
  ...SAFE,
  { name: 'convertColors', params: {} },
  { name: 'convertPathData', params: { floatPrecision: PRECISION } },
];

const write = (text: string, plugins: NonNullable<Config['plugins']>): string =>
  optimize(text, { plugins, js2svg: { pretty: false } }).data;

/** Undefined for what SVGO cannot read. */
function writeOrNothing(text: string): string | undefined {
  try {
    return write(text, SAFE);
  } catch (error) {
    if (error instanceof Error && error.name === 'SvgoParserError') return undefined;
    throw error;
  }
}

/** Pixels of a drawing; a buffer has no address, so nothing beside it is read. */
async function drawn(text: string): Promise<Buffer> {
  const bytes = Buffer.from(text);
  const { width, height } = await sharp(bytes, { density: CSS_DENSITY }).metadata();
  const density = Math.min(MAX_DENSITY, Math.max(1, (CSS_DENSITY * COMPARED_PX) / Math.max(width, height)));
  return sharp(bytes, { density }).ensureAlpha().raw().toBuffer();
}

/**
 * The drawing with fewer letters, of which every pixel is the same; undefined if there is none.
 *
 * @param original - as it was uploaded: what our cleaning would drop from it must not be lost
 */
async function smaller(original: string, clean: string): Promise<string | undefined> {
  if (writeOrNothing(original) !== write(clean, SAFE)) return undefined;
  const before = await drawn(clean);
  for (const plugins of MOVES.test(clean) ? [SAFE] : [ALL, SAFE]) {
    const text = write(clean, plugins);
    if ((await drawn(text)).equals(before)) return text;
  }
  return undefined;
}

async function convert(): Promise<void> {
  const file = readFileSync(input);
  const isPacked = packing === 'packed';
  const bytes = isPacked ? gunzipSync(file, { maxOutputLength: MAX_UNPACKED_BYTES }) : file;
  const pack = (text: string): Buffer => (isPacked ? gzipSync(text, { level: 9 }) : Buffer.from(text));
  if (mode === 'salvage') {
    writeFileSync(output, pack(salvageSvg(bytes).text));
    console.log('damaged');
    return;
  }
  const clean = cleanSvg(bytes);
  const text = bytes.length <= MAX_TEXT_BYTES ? await smaller(bytes.toString('utf8'), clean) : undefined;
  writeFileSync(output, text === undefined ? file : pack(text));
}

try {
  await convert();
} catch (error) {
  if (!(error instanceof PictureError)) throw error;
  console.log('refused');
}
