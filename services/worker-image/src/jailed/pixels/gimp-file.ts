import { Refused } from './refused.js';

/** Far more than GIMP lets anybody handle. */
const MAX_LAYERS = 2_000;
const MAX_PROPERTIES = 1_000;
const MAX_DEPTH = 16;
/** Since version 11 an offset has eight bytes. */
const WIDE_VERSION = 11;
/** Since version 12 samples of several bytes begin with the highest one. */
const BIG_ENDIAN_VERSION = 12;
const FIRST_WITH_PRECISION = 4;

/** Numbers of properties: app/xcf/xcf-private.h of GIMP 2.10. */
const PROPERTY = {
  end: 0,
  colormap: 1,
  floating: 5,
  opacity: 6,
  mode: 7,
  visible: 8,
  applyMask: 11,
  offsets: 15,
  compression: 17,
  parasites: 21,
  group: 29,
  path: 30,
  floatOpacity: 33,
  compositeSpace: 36,
} as const;

/** How samples are stored. */
export interface Samples {
  readonly bytes: 1 | 2 | 4 | 8;
  readonly kind: 'integer' | 'half' | 'float';
  /** In proportion to the light, instead of as on a screen. */
  readonly isLinear: boolean;
  readonly isLittle: boolean;
}

/** Where the tiles of a layer or mask are. */
export interface Tiles {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly channels: number;
  /** Offsets in the file, row by row. */
  readonly offsets: readonly number[];
}

/** A layer, or a group of them. */
export interface Layer {
  /** 0 and 1: colours; 2 and 3: shades; 4 and 5: numbers of colours. Odd: with transparency. */
  readonly kind: number;
  readonly leftPx: number;
  readonly topPx: number;
  /** 0 to 1. */
  readonly opacity: number;
  readonly mode: number;
  /** Whether it is mixed in proportion to the light; undefined: its mode decides. */
  readonly isMixedLinear: boolean | undefined;
  readonly isVisible: boolean;
  readonly isGroup: boolean;
  readonly isFloating: boolean;
  /** Its place among the layers, from the outermost group to itself. */
  readonly path: readonly number[];
  readonly tiles: Tiles;
  readonly mask?: Tiles;
}

/** What a file of GIMP says of its picture, without the pixels. */
export interface GimpFile {
  readonly bytes: Buffer;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly samples: Samples;
  /** 0: none, 1: run lengths, 2: zlib. */
  readonly compression: number;
  /** Red, green and blue of each number of a colour. */
  readonly colours: Buffer;
  readonly profile?: Buffer;
  /** The uppermost first. */
  readonly layers: readonly Layer[];
}

/** Reads numbers one after the other. Outside of the file it throws a RangeError. */
class Reader {
  constructor(
    readonly bytes: Buffer,
    public at: number,
    private readonly isWide: boolean,
    private readonly left = { tiles: MAX_TILES },
  ) {}

  u32(): number {
    this.at += 4;
    return this.bytes.readUInt32BE(this.at - 4);
  }

  i32(): number {
    return this.u32() | 0;
  }

  pointer(): number {
    return this.isWide ? this.u32() * 2 ** 32 + this.u32() : this.u32();
  }

  /** Text with its length and a NUL. */
  skipText(): void {
    const length = this.u32();
    this.at += length;
  }

  take(length: number): Buffer {
    this.at += length;
    if (this.at > this.bytes.length) throw new Refused('broken');
    return this.bytes.subarray(this.at - length, this.at);
  }

  from(at: number): Reader {
    return new Reader(this.bytes, at, this.isWide, this.left);
  }

  /** Offsets of tiles. @throws {Refused} if those of the whole file are too many */
  tilePointers(count: number): number[] {
    this.left.tiles -= count;
    if (!(this.left.tiles >= 0)) throw new Refused('layers');
    return Array.from({ length: count }, () => this.pointer());
  }
}

/**
 * Reads the structure of a file of GIMP: devel-docs/xcf.txt of GIMP 2.10.
 *
 * @throws {Refused} for one that breaks its rules
 */
export function parseGimp(bytes: Buffer): GimpFile {
  const version = bytes.toString('latin1', 9, 13) === 'file' ? 0 : Number(bytes.toString('latin1', 10, 13));
  if (bytes.toString('latin1', 0, 9) !== 'gimp xcf ' || !Number.isInteger(version))
    throw new Refused('broken');
  const reader = new Reader(bytes, 14, version >= WIDE_VERSION);
  const [widthPx, heightPx] = [reader.u32(), reader.u32()];
  // The kind of colours, which each layer names too.
  reader.u32();
  const samples = samplesOf(version, version >= FIRST_WITH_PRECISION ? reader.u32() : undefined);
  const { compression = 0, colours = Buffer.alloc(0), profile } = imageProperties(reader, version);
  const layers: Layer[] = [];
  for (let pointer = reader.pointer(); pointer !== 0; pointer = reader.pointer()) {
    if (layers.length === MAX_LAYERS) throw new Refused('layers');
    layers.push(readLayer(reader.from(pointer), samples, layers.length));
  }
  return {
    ...{ bytes, widthPx, heightPx, samples, compression, colours, layers },
    ...(profile && { profile }),
  };
}

/** Integers and numbers with a point, by the hundreds of a precision. */
const PRECISIONS: Readonly<Record<number, Pick<Samples, 'bytes' | 'kind'>>> = {
  100: { bytes: 1, kind: 'integer' },
  200: { bytes: 2, kind: 'integer' },
  300: { bytes: 4, kind: 'integer' },
  500: { bytes: 2, kind: 'half' },
  600: { bytes: 4, kind: 'float' },
  700: { bytes: 8, kind: 'float' },
};
/** Version 4 counted the kinds from 0. */
const OLDEST_PRECISIONS = [150, 250, 300, 500, 600];

function samplesOf(version: number, precision: number | undefined): Samples {
  const isLittle = version < BIG_ENDIAN_VERSION;
  if (precision === undefined) return { bytes: 1, kind: 'integer', isLinear: false, isLittle };
  const older = version <= 6 && precision >= 400 ? precision + 100 : precision;
  const number = version === FIRST_WITH_PRECISION ? OLDEST_PRECISIONS[precision] : older;
  const known = PRECISIONS[Math.floor((number ?? 0) / 100) * 100];
  if (number === undefined || !known) throw new Refused('unknown');
  return { ...known, isLinear: number % 100 === 0, isLittle };
}

/** Calls `read` with the number of each property and a reader of its content. */
function eachProperty(
  reader: Reader,
  read: (property: number, content: Reader, length: number) => void,
): void {
  for (let count = 0; count < MAX_PROPERTIES; count++) {
    const [property, length] = [reader.u32(), reader.u32()];
    if (property === PROPERTY.end) return;
    const start = reader.at;
    // Version 0 wrote a wrong length of the table of colours.
    reader.at = property === PROPERTY.colormap ? start + 4 + 3 * reader.from(start).u32() : start + length;
    read(property, reader.from(start), length);
  }
  throw new Refused('broken');
}

function imageProperties(reader: Reader, version: number) {
  const found: { compression?: number; colours?: Buffer; profile?: Buffer } = {};
  eachProperty(reader, (property, content, length) => {
    if (property === PROPERTY.compression) found.compression = content.take(1)[0] ?? 0;
    // Version 0 forgot the colours, and GIMP itself shows shades then.
    if (property === PROPERTY.colormap) {
      const count = content.u32();
      found.colours = version === 0 ? greys(count) : content.take(count * 3);
    }
    const profile = property === PROPERTY.parasites ? profileIn(content, length) : undefined;
    if (profile) found.profile = profile;
  });
  return found;
}

const greys = (count: number): Buffer =>
  Buffer.from(Array.from({ length: Math.min(256, count) * 3 }, (_, at) => Math.floor(at / 3)));

/** Parasites are pieces of data with a name; one is the profile of the colours. */
function profileIn(content: Reader, length: number): Buffer | undefined {
  for (const end = content.at + length; content.at < end; ) {
    const name = content.take(content.u32()).toString('latin1');
    content.u32();
    const data = content.take(content.u32());
    if (name === 'icc-profile\0') return data;
  }
  return undefined;
}

function readLayer(reader: Reader, samples: Samples, index: number): Layer {
  const [widthPx, heightPx, kind] = [reader.u32(), reader.u32(), reader.u32()];
  reader.skipText();
  const found = {
    ...{ opacity: 1, mode: 0, isVisible: true, isGroup: false, isFloating: false },
    ...{ leftPx: 0, topPx: 0, path: [index] as readonly number[] },
    isMixedLinear: undefined as boolean | undefined,
  };
  const masking = { isOn: false as boolean };
  eachProperty(reader, (property, content, length) => {
    if (property === PROPERTY.opacity) found.opacity = Math.min(255, content.u32()) / 255;
    if (property === PROPERTY.floatOpacity)
      found.opacity = Math.min(1, Math.max(0, content.take(4).readFloatBE()));
    if (property === PROPERTY.mode) found.mode = content.u32();
    if (property === PROPERTY.visible) found.isVisible = content.u32() !== 0;
    if (property === PROPERTY.applyMask) masking.isOn = content.u32() !== 0;
    if (property === PROPERTY.floating) found.isFloating = true;
    if (property === PROPERTY.group) found.isGroup = true;
    if (property === PROPERTY.offsets) [found.leftPx, found.topPx] = [content.i32(), content.i32()];
    // Below zero: chosen by the mode.
    if (property === PROPERTY.compositeSpace)
      found.isMixedLinear = { 1: true, 2: false }[Math.abs(content.i32())];
    if (property !== PROPERTY.path) return;
    if (length > MAX_DEPTH * 4) throw new Refused('layers');
    found.path = Array.from({ length: length / 4 }, () => content.u32());
  });
  const [hierarchy, mask] = [reader.pointer(), reader.pointer()];
  const channels = [3, 4, 1, 2, 1, 2][kind];
  if (channels === undefined) throw new Refused('unknown');
  const tiles = readTiles(reader.from(hierarchy), channels, samples);
  if (tiles.widthPx !== widthPx || tiles.heightPx !== heightPx) throw new Refused('broken');
  return {
    ...{ ...found, kind, tiles },
    ...(mask !== 0 && masking.isOn && { mask: readMask(reader.from(mask), samples) }),
  };
}

function readMask(reader: Reader, samples: Samples): Tiles {
  reader.at += 8;
  reader.skipText();
  eachProperty(reader, () => undefined);
  return readTiles(reader.from(reader.pointer()), 1, samples);
}

/** Side of a tile; the last ones of a row or column are smaller. */
export const TILE_PX = 64;
/** Of all layers and masks, seen or not. */
const MAX_TILES = 1_000_000;

function readTiles(reader: Reader, channels: number, samples: Samples): Tiles {
  const [widthPx, heightPx, bytes] = [reader.u32(), reader.u32(), reader.u32()];
  if (bytes !== channels * samples.bytes) throw new Refused('unknown');
  const level = reader.from(reader.pointer());
  if (level.u32() !== widthPx || level.u32() !== heightPx) throw new Refused('broken');
  const count = Math.ceil(widthPx / TILE_PX) * Math.ceil(heightPx / TILE_PX);
  return { widthPx, heightPx, channels, offsets: level.tilePointers(count) };
}
