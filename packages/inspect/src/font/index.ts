import type { ByteReader } from '../byte-reader.js';
import type { Facts, Inspector } from '../facts.js';
import { detectFont } from './detect.js';
import { inspectSfnt } from './sfnt.js';
import { inspectWoff } from './woff.js';
import { inspectWoff2 } from './woff2.js';

const READERS: Readonly<Record<string, (reader: ByteReader) => Promise<Facts>>> = {
  ttf: inspectSfnt,
  otf: inspectSfnt,
  woff: inspectWoff,
  woff2: inspectWoff2,
};

/** Fonts in the containers of OpenType. */
export const fontInspector: Inspector = {
  formats: Object.keys(READERS),
  detect: detectFont,
  inspect: async (reader, format) => {
    const inspect = READERS[format];
    if (!inspect) throw new RangeError(`no reader for ${format}`);
    return inspect(reader);
  },
};
