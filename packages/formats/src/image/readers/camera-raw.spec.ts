import { describe, expect, it } from '@jest/globals';
import { BufferByteReader, detectFormat } from '../../index.js';

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');

/** An entry of a TIFF: the type SHORT is 3, LONG is 4, and text 2. */
function entry(tag: number, type: number, value: number): Buffer {
  const field = Buffer.alloc(12);
  field.writeUInt16LE(tag, 0);
  field.writeUInt16LE(type, 2);
  field.writeUInt32LE(1, 4);
  field.writeUInt32LE(value, 8);
  return field;
}

/** Directories of a TIFF, one after the other; the second starts at byte 38 if the first has two entries. */
const directories = (...entries: readonly (readonly Buffer[])[]): Buffer =>
  Buffer.concat([
    bytes('II*\0\x08\0\0\0'),
    ...entries.flatMap((list) => [Buffer.from([list.length, 0]), ...list, Buffer.alloc(4)]),
  ]);
const MAKE = entry(271, 2, 0);
/** As cameras store their samples: in a directory below the first, or packed in a way of their own. */
const SENSOR_BELOW = directories([MAKE, entry(330, 4, 38)], [entry(262, 3, 32_803)]);
const PACKED_BY_PENTAX = directories([entry(259, 3, 65_535), MAKE]);
const SCAN = directories([MAKE, entry(330, 4, 38)], [entry(262, 3, 2)]);
const IN_A_CIRCLE = directories([MAKE, entry(330, 4, 8)]);

const SAMPLES: readonly (readonly [string, Buffer])[] = [
  ['raw', bytes('\0\0\0\x18ftypcrx \0\0\0\x01')],
  ['raw', bytes('FUJIFILMCCD-RAW 0201')],
  ['raw', bytes('IIRO\x08\0\0\0')],
  ['raw', bytes('IIU\0\x18\0\0\0')],
  ['raw', bytes('\0MRM\0\0')],
  ['raw', bytes('FOVb\0\0\x02\0')],
  ['raw', SENSOR_BELOW],
  ['raw', PACKED_BY_PENTAX],
  ['tiff', SCAN],
  ['tiff', IN_A_CIRCLE],
];

describe('raw photos of cameras', () => {
  it.each(SAMPLES)('are told from other pictures: %s', async (format, content) => {
    expect(await detectFormat(new BufferByteReader(content))).toBe(format);
  });
});
