import { join } from 'node:path';
import { proveOptions } from '@filemill/worker/proving';
import { type Converter, createConverter } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe } from '@jest/globals';
import sharp, { type Sharp } from 'sharp';
import { DELAYS_MS, frames, picture, writeFixtures } from './fixtures.js';
import { openPicture, PICTURE_LOOKS } from './option-effects.js';

const SIDE_PX = 60;
const PHOTO_PX = 96;

let converter: Converter;
const at = (name: string): string => join(converter.folder, name);

/** A square picture. @param colourOf - of each pixel */
const square = (colourOf: (x: number, y: number) => readonly number[], side = SIDE_PX): Sharp =>
  sharp(
    Uint8Array.from(
      { length: side * side * 3 },
      (_, i) => colourOf(Math.floor(i / 3) % side, Math.floor(i / 3 / side))[i % 3] ?? 0,
    ),
    { raw: { width: side, height: side, channels: 3 } },
  );

/** Smooth colours with some grain, as of a photo. */
const photo = (seed = 0): Sharp =>
  square(
    (x, y) => [
      x * 2 + ((x * 7 + y * 13 + seed) % 23),
      y * 2 + ((x * 11 + y * 5) % 19),
      ((x + y + seed * 9) * 3) % 256,
    ],
    PHOTO_PX,
  );

beforeAll(async () => {
  converter = await createConverter(new URL('../src/engines/', import.meta.url));
  await writeFixtures(converter.folder);
  await photo().png().toFile(at('photo.png'));
  await square(() => [160, 100, 80])
    .png()
    .toFile(at('flat.png'));
  // Half dark, half light.
  await square((x) => Array.from({ length: 3 }, () => (x < SIDE_PX / 2 ? 60 : 190)))
    .png()
    .toFile(at('edge.png'));
  await square((x, y) => Array.from({ length: 3 }, () => (x === 20 && y === 20 ? 255 : 40)))
    .png()
    .toFile(at('spot.png'));
  await square((x, y) => (x > 9 && x < 50 && y > 19 && y < 40 ? [200, 30, 30] : [255, 255, 255]))
    .png()
    .toFile(at('framed.png'));
  const clear = { width: 40, height: 40, channels: 4, background: '#00000000' } as const;
  await sharp({ create: clear }).png().toFile(at('clear.png'));
  await picture()
    .withExif({ IFD0: { Copyright: 'Ada' } })
    // A TIFF of ours keeps XMP only.
    .withXmp(XMP)
    .jpeg()
    .toFile(at('told.jpg'));
  await picture().withIccProfile('p3').tiff().toFile(at('wide.tiff'));
  const levels = Uint16Array.from({ length: 64 * 64 * 3 }, (_, i) => i * 5);
  const deep = (): Sharp =>
    sharp(levels, { raw: { width: 64, height: 64, channels: 3 } }).toColourspace('rgb16');
  await deep().png().toFile(at('deep.png'));
  await deep().tiff({ compression: 'lzw' }).toFile(at('deep.tiff'));
  await (await frames(DELAYS_MS.length)).gif({ delay: DELAYS_MS }).toFile(at('moving.gif'));
  const noise = await Promise.all([0, 50, 100].map((seed) => photo(seed).png().toBuffer()));
  await sharp(noise, { join: { animated: true } })
    .gif({ delay: [100, 100, 100] })
    .toFile(at('noise.gif'));
});
afterAll(() => converter.close());

/** Metadata in the form of Adobe, with the same name. */
const XMP =
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" dc:rights="Ada"/></rdf:RDF></x:xmpmeta>';

describe('every setting of every engine for pictures', () => {
  proveOptions({
    worker: 'image',
    looks: PICTURE_LOOKS,
    samples: ['in.png', 'in.bmp', 'in.tiff', 'in.webp'],
    converter: () => converter,
    open: openPicture,
  });
});
