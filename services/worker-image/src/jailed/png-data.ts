/** The parts of a PNG that a PDF needs: size, channels, and compressed rows. */
export interface PngData {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly channels: 1 | 3;
  readonly data: Buffer;
}

const COLOUR_TYPE_GREY = 0;

/** Extracts them from a PNG without palette, alpha and interlacing. */
export function pngData(png: Buffer): PngData {
  const parts: Buffer[] = [];
  for (let at = 8; at + 8 <= png.length; ) {
    const length = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  return {
    widthPx: png.readUInt32BE(16),
    heightPx: png.readUInt32BE(20),
    channels: png.readUInt8(25) === COLOUR_TYPE_GREY ? 1 : 3,
    data: Buffer.concat(parts),
  };
}
