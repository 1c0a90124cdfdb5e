import type { ByteReader } from '../../bytes/byte-reader.js';
import { WIRELESS_HEADER_BYTES, wirelessHeader } from '../../bytes/wireless.js';
import { readZipDirectory } from '../../bytes/zip.js';
import { checkZip } from '../../bytes/zip-check.js';
import type { Facts } from '../../define/facts.js';

/** Size of a wireless bitmap, and whether all of its rows are there. @throws {AppError} FILE_CORRUPT */
export async function readWireless(reader: ByteReader): Promise<Facts> {
  const { widthPx, heightPx, dataAt } = wirelessHeader(await reader.read(0, WIRELESS_HEADER_BYTES));
  const isCut = dataAt + Math.ceil(widthPx / 8) * heightPx > reader.sizeBytes;
  return { widthPx, heightPx, ...(isCut && { damage: 'it ends too early' }) };
}

/** Limits and encryption of a painting in a zip. @throws {AppError} FILE_TOO_LARGE for a zip bomb; FILE_ENCRYPTED; FILE_CORRUPT */
export async function inspectPainting(reader: ByteReader): Promise<Facts> {
  await checkZip(reader, await readZipDirectory(reader), { spans: 'limit' });
  return {};
}
