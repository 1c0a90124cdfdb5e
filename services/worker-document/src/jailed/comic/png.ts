/** What a PDF must know of a PNG whose compressed pixels it holds as they are. */
export interface PngParts {
  readonly widthPx: number;
  readonly bitDepth: number;
  /** 0 grey, 2 colours, 3 of a palette: PNG, section 11.2.2. */
  readonly colourType: number;
  readonly palette: Buffer;
  readonly pixels: readonly Buffer[];
  readonly isInterlaced: boolean;
  readonly isTransparent: boolean;
}

const FIRST_CHUNK = 8;
/** Length and type before the data of a chunk, and its checksum after them. */
const CHUNK_HEAD = 8;
const CHUNK_TAIL = 4;
const GREY_ALPHA = 4;

/** Splits a PNG, which a decoder has found whole. */
export function partsOf(bytes: Buffer): PngParts {
  const pixels: Buffer[] = [];
  let palette: Buffer = Buffer.alloc(0);
  let isTransparent = false;
  for (let at = FIRST_CHUNK; at + CHUNK_HEAD <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + CHUNK_HEAD);
    const data = bytes.subarray(at + CHUNK_HEAD, at + CHUNK_HEAD + length);
    if (type === 'IDAT') pixels.push(data);
    if (type === 'PLTE') palette = data;
    if (type === 'tRNS') isTransparent = true;
    at += CHUNK_HEAD + length + CHUNK_TAIL;
  }
  const [bitDepth = 0, colourType = 0, , , interlace = 0] = bytes.subarray(24, 29);
  return {
    ...{ widthPx: bytes.readUInt32BE(16), bitDepth, colourType, palette, pixels },
    isInterlaced: interlace !== 0,
    isTransparent: isTransparent || colourType >= GREY_ALPHA,
  };
}
