import type { PpmPage } from '../ppm-stream.js';

/** How rows of pixels are stored. */
interface Rows {
  readonly bottomUp?: true;
  /** Blue first. */
  readonly swapped?: true;
  /** Rows are filled up to a multiple of these bytes. */
  readonly multipleOf?: number;
}

function rowsOf({ widthPx, heightPx, pixels }: PpmPage, { bottomUp, swapped, multipleOf = 1 }: Rows): Buffer {
  const used = widthPx * 3;
  const stored = Math.ceil(used / multipleOf) * multipleOf;
  const rows = Buffer.alloc(stored * heightPx);
  for (let row = 0; row < heightPx; row++) {
    pixels.copy(rows, (bottomUp ? heightPx - 1 - row : row) * stored, row * used, (row + 1) * used);
  }
  if (!swapped) return rows;
  for (let start = 0; start < rows.length; start += stored) {
    for (let at = start; at < start + used; at += 3) {
      const red = rows[at] as number;
      rows[at] = rows[at + 2] as number;
      rows[at + 2] = red;
    }
  }
  return rows;
}

const METRES_PER_INCH = 0.0254;

/** Windows bitmap: BITMAPFILEHEADER and BITMAPINFOHEADER. */
export function toBmp(page: PpmPage, dpi: number): Buffer {
  const rows = rowsOf(page, { bottomUp: true, swapped: true, multipleOf: 4 });
  const header = Buffer.alloc(54);
  header.write('BM');
  header.writeUInt32LE(header.length + rows.length, 2);
  header.writeUInt32LE(header.length, 10);
  header.writeUInt32LE(40, 14);
  header.writeInt32LE(page.widthPx, 18);
  header.writeInt32LE(page.heightPx, 22);
  header.writeUInt16LE(1, 26);
  header.writeUInt16LE(24, 28);
  header.writeUInt32LE(rows.length, 34);
  const perMetre = Math.round(dpi / METRES_PER_INCH);
  header.writeInt32LE(perMetre, 38);
  header.writeInt32LE(perMetre, 42);
  return Buffer.concat([header, rows]);
}

/** Truevision Targa 2.0, type 2: colours without compression, from the top. */
export function toTga(page: PpmPage): Buffer {
  const header = Buffer.alloc(18);
  header.writeUInt8(2, 2);
  header.writeUInt16LE(page.widthPx, 12);
  header.writeUInt16LE(page.heightPx, 14);
  header.writeUInt8(24, 16);
  header.writeUInt8(0x20, 17);
  return Buffer.concat([header, rowsOf(page, { swapped: true })]);
}

/** Sun raster file, type 1: rasterfile(5). */
export function toRas(page: PpmPage): Buffer {
  const rows = rowsOf(page, { swapped: true, multipleOf: 2 });
  const header = Buffer.alloc(32);
  const fields = [0x59a66a95, page.widthPx, page.heightPx, 24, rows.length, 1, 0, 0];
  for (const [index, field] of fields.entries()) header.writeUInt32BE(field, index * 4);
  return Buffer.concat([header, rows]);
}

/** Silicon Graphics: each of three colours by itself, from the bottom, without compression. */
export function toSgi(page: PpmPage): Buffer {
  const rows = rowsOf(page, { bottomUp: true });
  const header = Buffer.alloc(512);
  header.writeUInt16BE(0x01da, 0);
  header.writeUInt8(1, 3);
  for (const [index, field] of [3, page.widthPx, page.heightPx, 3].entries())
    header.writeUInt16BE(field, 4 + index * 2);
  header.writeUInt32BE(255, 16);
  const planes = Buffer.alloc(rows.length);
  const plane = rows.length / 3;
  for (let at = 0; at < plane; at++) {
    planes[at] = rows[at * 3] as number;
    planes[plane + at] = rows[at * 3 + 1] as number;
    planes[plane * 2 + at] = rows[at * 3 + 2] as number;
  }
  return Buffer.concat([header, planes]);
}

/** Portable pixmap of Netpbm. */
export const toPpm = ({ widthPx, heightPx, pixels }: PpmPage): Buffer =>
  Buffer.concat([Buffer.from(`P6\n${widthPx} ${heightPx}\n255\n`), pixels]);

/** Portable arbitrary map of Netpbm. */
export const toPam = ({ widthPx, heightPx, pixels }: PpmPage): Buffer =>
  Buffer.concat([
    Buffer.from(`P7\nWIDTH ${widthPx}\nHEIGHT ${heightPx}\nDEPTH 3\nMAXVAL 255\nTUPLTYPE RGB\nENDHDR\n`),
    pixels,
  ]);
