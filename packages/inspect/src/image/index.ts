import type { ByteReader } from '../byte-reader.js';
import type { Facts, Inspector } from '../facts.js';
import { inspectBmp } from './bmp.js';
import { corrupt } from './corrupt.js';
import { inspectGif } from './gif.js';
import { inspectHeif } from './heif.js';
import { inspectIco } from './ico.js';
import { inspectJpeg } from './jpeg.js';
import { inspectPng } from './png.js';
import { detectImage } from './sniff.js';
import { inspectSvg } from './svg.js';
import { inspectTiff } from './tiff.js';
import { inspectWebp } from './webp.js';

const READERS: Readonly<Record<string, (reader: ByteReader) => Promise<Facts>>> = {
  jpg: inspectJpeg,
  png: inspectPng,
  webp: inspectWebp,
  gif: inspectGif,
  tiff: inspectTiff,
  bmp: inspectBmp,
  ico: inspectIco,
  avif: inspectHeif,
  heic: inspectHeif,
  svg: inspectSvg,
};

/** Pictures: raster and SVG. */
export const imageInspector: Inspector = {
  formats: Object.keys(READERS),
  detect: detectImage,
  inspect: async (reader, format) => {
    const inspect = READERS[format];
    if (!inspect) throw new RangeError(`no reader for ${format}`);
    try {
      return await inspect(reader);
    } catch (error) {
      // A table whose offsets point outside what was read: the file lies about itself.
      if (error instanceof RangeError) throw corrupt('a table points outside the file');
      throw error;
    }
  },
};
