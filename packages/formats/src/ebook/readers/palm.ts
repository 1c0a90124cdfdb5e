import { AppError } from '@filemill/errors';
import { type ByteReader, endsTooEarly } from '../../bytes/byte-reader.js';
import { checkUnpacked } from '../../bytes/zip-limits.js';
import type { Facts } from '../../define/facts.js';
import type { Content } from '../../define/signature.js';
import { checkPalmTable, DATABASE, readPalmTable } from './mobipocket.js';

/** Where the first record declares the length of the whole text, by type and creator of the database. */
const TEXTS: Readonly<Record<string, number>> = { TEXtREAd: 4, zTXTGPlm: 4 };
const EREADER = ['PNRdPPrs', 'PNPdPPrs'];
/** Haodoo's books are text in Chinese; Plucker's are pages of the web. */
const HAODOO = ['BOOKMTIT', 'BOOKMTIU'];
const IDENTITIES = [...Object.keys(TEXTS), ...EREADER, ...HAODOO, 'DataPlkr'];
/** Compressions of eReader that need a key. */
const LOCKED = [260, 272];
const FIRST_BYTES = 8;

const identityOf = (head: Buffer): string => head.toString('latin1', DATABASE.typeAt, DATABASE.typeAt + 8);

/**
 * Whether a Palm database is a book that is read, by its type and creator; one of Mobipocket is a format of its own.
 *
 * @see https://wiki.mobileread.com/wiki/PDB
 */
export const isPalmBook = ({ head }: Content): boolean => IDENTITIES.includes(identityOf(head));

/** Whether it holds nothing but text; call it after the file was checked. */
export async function isPalmText(reader: ByteReader): Promise<boolean> {
  const identity = identityOf(await reader.read(0, DATABASE.recordsAt));
  return identity in TEXTS || HAODOO.includes(identity);
}

/**
 * Checks encryption and the declared length of the text, then whether the records lie within the file.
 *
 * @throws {AppError} FILE_ENCRYPTED under eReader's DRM; FILE_TOO_LARGE if the declared text is too long; FILE_CORRUPT as
 *   `damage` of the facts
 */
export async function inspectPalmBook(reader: ByteReader): Promise<Facts> {
  const identity = identityOf(await reader.read(0, DATABASE.recordsAt));
  const { count, offsets } = await readPalmTable(reader);
  const first = offsets[0] === undefined ? Buffer.alloc(0) : await reader.read(offsets[0], FIRST_BYTES);
  if (first.length < FIRST_BYTES) throw endsTooEarly();
  const textAt = TEXTS[identity];
  if (textAt !== undefined) checkUnpacked(reader, first.readUInt32BE(textAt));
  if (EREADER.includes(identity) && LOCKED.includes(first.readUInt16BE(0))) {
    throw new AppError('FILE_ENCRYPTED');
  }
  checkPalmTable(reader, count, offsets);
  return {};
}
