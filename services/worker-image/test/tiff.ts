import { zstdCompressSync } from 'node:zlib';

/** Field types of TIFF 6.0, section 2. */
const SHORT = 3;
const UNDEFINED = 7;
const LONG = 4;
const FIELD_BYTES: Readonly<Record<number, number>> = { [SHORT]: 2, [LONG]: 4, [UNDEFINED]: 1 };

/** Tags of TIFF 6.0 that the fixtures set. */
const TAG = {
  width: 256,
  height: 257,
  bitsPerSample: 258,
  compression: 259,
  photometric: 262,
  stripOffsets: 273,
  samplesPerPixel: 277,
  rowsPerStrip: 278,
  stripByteCounts: 279,
  planarConfiguration: 284,
  tileWidth: 322,
  tileLength: 323,
  tileOffsets: 324,
  tileByteCounts: 325,
  extraSamples: 338,
  sampleFormat: 339,
  profile: 34675,
  jpegFormat: 513,
  jpegFormatLength: 514,
  yCbCrSubSampling: 530,
} as const;

/** One page of a TIFF that a test writes. */
interface TiffPage {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Compressed as the tags say; tiles if these have a size. */
  readonly strips: readonly Buffer[];
  /** Tags in addition to size and strips, which are written automatically; `undefined` omits one of those. */
  readonly tags: Readonly<Record<number, readonly number[] | undefined>>;
}

/** A little-endian TIFF whose data precede its directories. @param next - directory after the last page; 0: none */
function tiffOf(
  pages: readonly TiffPage[],
  next: (directories: readonly number[]) => number = () => 0,
): Buffer {
  const parts: Buffer[] = [Buffer.from('II*\0\0\0\0\0', 'latin1')];
  let length = 8;
  const add = (bytes: Buffer): number => {
    const at = length;
    const padded = bytes.length % 2 ? Buffer.concat([bytes, Buffer.alloc(1)]) : bytes;
    parts.push(padded);
    length += padded.length;
    return at;
  };
  const directories: number[] = [];
  let link = { part: parts[0] as Buffer, at: 4 };
  for (const { widthPx, heightPx, strips, tags } of pages) {
    const offsets = strips.map(add);
    const lengths = strips.map((strip) => strip.length);
    const all: Record<number, readonly number[] | undefined> = {
      [TAG.width]: [widthPx],
      [TAG.height]: [heightPx],
      ...(tags[TAG.tileWidth]
        ? { [TAG.tileOffsets]: offsets, [TAG.tileByteCounts]: lengths }
        : {
            [TAG.stripOffsets]: offsets,
            [TAG.rowsPerStrip]: [heightPx],
            [TAG.stripByteCounts]: lengths,
          }),
      // The one strip of old-style JPEG is the JPEG itself.
      ...(tags[TAG.compression]?.[0] === 6 ? { [TAG.jpegFormat]: offsets } : {}),
      ...tags,
    };
    const entries = Object.entries(all).filter(([, values]) => values !== undefined);
    const table = Buffer.alloc(2 + entries.length * 12 + 4);
    table.writeUInt16LE(entries.length, 0);
    for (const [i, [tag, values = []]] of entries.entries()) {
      const at = 2 + i * 12;
      const isLong = values.some((value) => value > 0xffff) || Number(tag) === TAG.stripOffsets;
      const type = Number(tag) === TAG.profile ? UNDEFINED : isLong ? LONG : SHORT;
      const bytes = Buffer.alloc(Math.max(4, values.length * (FIELD_BYTES[type] ?? 0)));
      for (const [k, value] of values.entries()) {
        if (type === LONG) bytes.writeUInt32LE(value, k * 4);
        else if (type === SHORT) bytes.writeUInt16LE(value, k * 2);
        else bytes.writeUInt8(value, k);
      }
      table.writeUInt16LE(Number(tag), at);
      table.writeUInt16LE(type, at + 2);
      table.writeUInt32LE(values.length, at + 4);
      if (bytes.length <= 4) bytes.copy(table, at + 8);
      else table.writeUInt32LE(add(bytes), at + 8);
    }
    const directory = add(table);
    directories.push(directory);
    link.part.writeUInt32LE(directory, link.at);
    link = { part: table, at: table.length - 4 };
  }
  link.part.writeUInt32LE(next(directories), link.at);
  return Buffer.concat(parts);
}

/** Size of every picture below. */
const TIFF_WIDTH_PX = 64;
const TIFF_HEIGHT_PX = 48;
const PIXELS = TIFF_WIDTH_PX * TIFF_HEIGHT_PX;

/** Samples of a picture whose upper half has one colour and whose lower half has another. */
const halves = (top: readonly number[], bottom: readonly number[]): number[] =>
  Array.from({ length: PIXELS }, (_, i) => (i < PIXELS / 2 ? top : bottom)).flat();

/** 12 bits a sample, two samples in three bytes, the high bits first. */
function packed12(values: readonly number[]): Buffer {
  const out = Buffer.alloc((values.length * 3) / 2);
  for (let i = 0; i < values.length; i += 2) {
    out.writeUIntBE(((values[i] ?? 0) << 12) | (values[i + 1] ?? 0), (i * 3) / 2, 3);
  }
  return out;
}

const floats = (values: readonly number[]): Buffer => Buffer.from(new Float32Array(values).buffer);

/** IEEE 754, half precision. */
const HALF: Readonly<Record<number, number>> = { 0: 0, 0.25: 0x3400, 1: 0x3c00 };
const halfFloats = (values: readonly number[]): Buffer =>
  Buffer.from(new Uint16Array(values.map((value) => HALF[value] ?? 0)).buffer);

const RED = [220, 20, 30];
const BLUE = [20, 40, 200];
const redAndBlue = Buffer.from(halves(RED, BLUE));
/** The same as `xz --check=none` compresses it, which libtiff calls LZMA. */
const RED_AND_BLUE_LZMA = Buffer.from(
  '/Td6WFoAAAD/EtlBAgAhARYAAAB0L+Wj4CP/ADJdAG4E/7k+Jkf8H+ruRDWSiZKX3iFcaGuAdZmn6Ypcp++dSWkbUKvglwFEHGVxp24s/ogAAAAAAAFGgEgAAADs/RL1qAAK/AIAAAAAAFla',
  'base64',
);

const TILE_PX = 32;
/** Tiles of one sample of 8 or 16 bits, row by row; the part below the lower edge is filled with 99. */
function tilesOf(values: readonly number[], bytes: 1 | 2): Buffer[] {
  const tiles: Buffer[] = [];
  for (let top = 0; top < TIFF_HEIGHT_PX; top += TILE_PX) {
    for (let left = 0; left < TIFF_WIDTH_PX; left += TILE_PX) {
      const tile = Buffer.alloc(TILE_PX * TILE_PX * bytes);
      for (let i = 0; i < TILE_PX * TILE_PX; i++) {
        const value = values[(top + Math.floor(i / TILE_PX)) * TIFF_WIDTH_PX + left + (i % TILE_PX)] ?? 99;
        tile.writeUIntLE(bytes === 2 ? value * 257 : value, i * bytes, bytes);
      }
      tiles.push(tile);
    }
  }
  return tiles;
}

/** Tiles of each of `channels` values of a pixel, one channel after the other. */
function tiledPlanes(top: readonly number[], bottom: readonly number[], bytes: 1 | 2): Buffer[] {
  return top.flatMap((value, i) => tilesOf(halves([value], [bottom[i] ?? 0]), bytes));
}

const plane = (channel: number): Buffer => Buffer.from(halves([RED[channel] ?? 0], [BLUE[channel] ?? 0]));
const opaque = Buffer.alloc(PIXELS, 255);

/** Fax lines, half white and half black (ITU-T T.4, table 2); a damaged line ends in an invalid code. */
function faxLines(isDamaged: (line: number) => boolean): Buffer {
  const endOfLine = '000000000001';
  const lines = Array.from({ length: TIFF_HEIGHT_PX }, (_, line) =>
    isDamaged(line) ? '0001101100000000' : '00011011000001101010',
  );
  const bits = `${endOfLine}${lines.join(endOfLine)}${endOfLine.repeat(6)}`;
  return Buffer.from((bits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2)));
}

const onePage = (strips: readonly Buffer[], tags: TiffPage['tags']): TiffPage => ({
  widthPx: TIFF_WIDTH_PX,
  heightPx: TIFF_HEIGHT_PX,
  strips,
  tags: { [TAG.compression]: [1], ...tags },
});
const onePageTiff = (strips: Buffer | readonly Buffer[], tags: TiffPage['tags']): Buffer =>
  tiffOf([onePage(Buffer.isBuffer(strips) ? [strips] : strips, tags)]);

const GREY = { [TAG.bitsPerSample]: [8], [TAG.photometric]: [1] };
const RGB = { [TAG.bitsPerSample]: [8, 8, 8], [TAG.photometric]: [2], [TAG.samplesPerPixel]: [3] };
const FLOAT_RGB = { ...RGB, [TAG.sampleFormat]: [3, 3, 3] };
const FLOAT_GREY = { ...GREY, [TAG.sampleFormat]: [3] };
const TILED_PLANES = {
  [TAG.planarConfiguration]: [2],
  [TAG.tileWidth]: [TILE_PX],
  [TAG.tileLength]: [TILE_PX],
};
const FAX = { [TAG.bitsPerSample]: [1], [TAG.compression]: [3], [TAG.photometric]: [0] };

/** A file, and the colours in the middle of its upper and its lower half. */
interface TiffKind {
  readonly file: Buffer;
  readonly top: readonly number[];
  readonly bottom: readonly number[];
}

const redBlue = (file: Buffer): TiffKind => ({ file, top: RED, bottom: BLUE });

/** Valid kinds of TIFF that few programs write. @param jpeg - of one colour, {@link RED}, 4:2:0 */
export function unusualTiffs(jpeg: Buffer): Readonly<Record<string, TiffKind>> {
  // A quarter of full light is level 137 of sRGB (IEC 61966-2-1).
  const light = { top: [255, 137, 0], bottom: [0, 137, 255] };
  const greyLight = { top: [255, 255, 255], bottom: [137, 137, 137] };
  const [bright, dim] = [
    [1, 0.25, 0],
    [0, 0.25, 1],
  ] as const;
  return {
    // L* 53, a* 80, b* 67 is the red of sRGB.
    CIELAB: {
      file: onePageTiff(Buffer.from(halves([136, 80, 67], [136, 80, 67])), {
        ...RGB,
        [TAG.photometric]: [8],
      }),
      ...{ top: [255, 0, 0], bottom: [255, 0, 0] },
    },
    '12 bits of grey': {
      file: onePageTiff(packed12(halves([0xc00], [0x400])), { ...GREY, [TAG.bitsPerSample]: [12] }),
      ...{ top: [192, 192, 192], bottom: [64, 64, 64] },
    },
    '12 bits a colour': redBlue(
      onePageTiff(packed12(halves([0xdc6, 0x141, 0x1e1], [0x141, 0x282, 0xc8c])), {
        ...RGB,
        [TAG.bitsPerSample]: [12, 12, 12],
      }),
    ),
    '16-bit float': {
      file: onePageTiff(halfFloats(halves(bright, dim)), { ...FLOAT_RGB, [TAG.bitsPerSample]: [16, 16, 16] }),
      ...light,
    },
    '16-bit float in grey': {
      file: onePageTiff(halfFloats(halves([1], [0.25])), { ...FLOAT_GREY, [TAG.bitsPerSample]: [16] }),
      ...greyLight,
    },
    '32-bit float': {
      file: onePageTiff(floats(halves(bright, dim)), { ...FLOAT_RGB, [TAG.bitsPerSample]: [32, 32, 32] }),
      ...light,
    },
    '32-bit float in grey': {
      file: onePageTiff(floats(halves([1], [0.25])), { ...FLOAT_GREY, [TAG.bitsPerSample]: [32] }),
      ...greyLight,
    },
    'separate planes': redBlue(
      onePageTiff([plane(0), plane(1), plane(2)], { ...RGB, [TAG.planarConfiguration]: [2] }),
    ),
    'separate planes with extra samples': redBlue(
      onePageTiff([plane(0), plane(1), plane(2), opaque, opaque], {
        ...RGB,
        [TAG.bitsPerSample]: [8, 8, 8, 8, 8],
        [TAG.samplesPerPixel]: [5],
        [TAG.planarConfiguration]: [2],
        [TAG.extraSamples]: [2, 0],
      }),
    ),
    'tiles in separate planes': redBlue(onePageTiff(tiledPlanes(RED, BLUE, 1), { ...RGB, ...TILED_PLANES })),
    'tiles of 16 bits in separate planes': redBlue(
      onePageTiff(tiledPlanes(RED, BLUE, 2), { ...RGB, [TAG.bitsPerSample]: [16, 16, 16], ...TILED_PLANES }),
    ),
    'tiles of 16 bits and transparency in separate planes': redBlue(
      onePageTiff(tiledPlanes([...RED, 255], [...BLUE, 255], 2), {
        ...RGB,
        [TAG.bitsPerSample]: [16, 16, 16, 16],
        [TAG.samplesPerPixel]: [4],
        [TAG.extraSamples]: [2],
        ...TILED_PLANES,
      }),
    ),
    'tiles of extra samples in separate planes': redBlue(
      onePageTiff(tiledPlanes([...RED, 255, 7], [...BLUE, 255, 7], 2), {
        ...RGB,
        [TAG.bitsPerSample]: [16, 16, 16, 16, 16],
        [TAG.samplesPerPixel]: [5],
        [TAG.extraSamples]: [2, 0],
        ...TILED_PLANES,
      }),
    ),
    LZMA: redBlue(onePageTiff(RED_AND_BLUE_LZMA, { ...RGB, [TAG.compression]: [34925] })),
    ZSTD: redBlue(onePageTiff(zstdCompressSync(redAndBlue), { ...RGB, [TAG.compression]: [50000] })),
    'old-style JPEG': {
      file: onePageTiff(jpeg, {
        ...RGB,
        [TAG.compression]: [6],
        [TAG.photometric]: [6],
        [TAG.jpegFormatLength]: [jpeg.length],
        [TAG.yCbCrSubSampling]: [2, 2],
      }),
      ...{ top: RED, bottom: RED },
    },
    'no RowsPerStrip': redBlue(onePageTiff(redAndBlue, { ...RGB, [TAG.rowsPerStrip]: undefined })),
    'an unknown tag': redBlue(onePageTiff(redAndBlue, { ...RGB, 65000: [7] })),
    'a loop of directories': redBlue(tiffOf([onePage([redAndBlue], RGB)], ([first = 0]) => first)),
    'a second directory outside the file': redBlue(tiffOf([onePage([redAndBlue], RGB)], () => 0x00ff_ff00)),
  };
}

/** Cyan, magenta, yellow and black as tiles in separate planes, and with interleaved samples. */
export function cmykTiffs(): readonly [tiled: Buffer, plain: Buffer] {
  const [top, bottom] = [
    [0, 255, 255, 0],
    [255, 0, 0, 0],
  ];
  const tags = {
    [TAG.bitsPerSample]: [8, 8, 8, 8],
    [TAG.photometric]: [5],
    [TAG.samplesPerPixel]: [4],
  };
  return [
    onePageTiff(tiledPlanes(top, bottom, 1), { ...tags, ...TILED_PLANES }),
    onePageTiff(Buffer.from(halves(top, bottom)), tags),
  ];
}

/** Two pages: tiles in separate planes, and interleaved samples. */
export const pagesInTwoOrders = (): Buffer =>
  tiffOf([onePage(tiledPlanes(RED, BLUE, 1), { ...RGB, ...TILED_PLANES }), onePage([redAndBlue], RGB)]);

/** Tiles of 16 bits in separate planes, with a colour profile. */
export const profiledPlanes = (icc: Buffer): Buffer =>
  onePageTiff(tiledPlanes(RED, BLUE, 2), {
    ...RGB,
    [TAG.bitsPerSample]: [16, 16, 16],
    [TAG.profile]: [...icc],
    ...TILED_PLANES,
  });

/** A fax with invalid codes in every sixteenth line: three of 48. The left half is white, the right one black. */
export const damagedFax = (): Buffer =>
  onePageTiff(
    faxLines((line) => line % 16 === 5),
    FAX,
  );

/** Three strips of 16 rows, of which the last lies outside the file. */
export const truncatedTiff = (): Buffer => {
  const strip = (i: number) =>
    redAndBlue.subarray(i * 16 * TIFF_WIDTH_PX * 3, (i + 1) * 16 * TIFF_WIDTH_PX * 3);
  const file = onePageTiff([strip(0), strip(1), strip(2)], { ...RGB, [TAG.rowsPerStrip]: [16] });
  const directory = file.readUInt32LE(4);
  const offsets = Array.from({ length: file.readUInt16LE(directory) }, (_, i) => directory + 2 + i * 12).find(
    (at) => file.readUInt16LE(at) === TAG.stripOffsets,
  );
  file.writeUInt32LE(file.length - 1, file.readUInt32LE((offsets ?? 0) + 8) + 8);
  return file;
};
