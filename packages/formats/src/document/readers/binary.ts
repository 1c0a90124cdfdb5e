import { AppError } from '@filemill/errors';
import { type ByteReader, corrupt, endsTooEarly } from '../../bytes/byte-reader.js';
import { CompoundFile } from '../../bytes/ole.js';
import type { Facts } from '../../define/facts.js';
import { type Content, finds, type Signature } from '../../define/signature.js';

/** [MS-CFB] 2.2. */
const COMPOUND_FILE = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1';

/** Word processor of Works 4 and later. Word documents may have such a stream besides their own. */
const WORKS = 'matost';
const KINDS: ReadonlyMap<string, string> = new Map([
  ['worddocument', 'doc'],
  ['powerpoint document', 'ppt'],
  // PowerPoint 4; also PowerPoint 95, in files that 97 saved for both versions.
  ['pp40', 'ppt'],
  ['workbook', 'xls'],
  ['book', 'xls'],
  ['visiodocument', 'vsd'],
  [WORKS, 'wps'],
  ['starwriterdocument', 'sdw'],
  ['starcalcdocument', 'sdc'],
  // Drawings too: the file name decides.
  ['stardrawdocument3', 'sdd'],
]);
/** Encrypted Office Open XML: [MS-OFFCRYPTO] 2.3.4.4. */
const ENCRYPTED_PACKAGE = 'encryptedpackage';

/**
 * Which binary Office format a compound file is, by its first known stream, that of Works last; `ole` if there is none.
 *
 * @throws {AppError} FILE_ENCRYPTED for an encrypted Office Open XML file, whose format cannot be seen
 */
export async function oleKind(reader: ByteReader): Promise<string> {
  const file = await CompoundFile.open(reader);
  const isKnown = ({ name }: { readonly name: string }): boolean =>
    (KINDS.has(name) && name !== WORKS) || name === ENCRYPTED_PACKAGE;
  const streams = await file.streams(isKnown);
  const { name } = streams.find(isKnown) ?? streams.find((stream) => stream.name === WORKS) ?? { name: '' };
  if (name === ENCRYPTED_PACKAGE) throw new AppError('FILE_ENCRYPTED');
  return KINDS.get(name) ?? 'ole';
}

/**
 * Checks a binary Office file for encryption and damage.
 *
 * @throws {AppError} FILE_ENCRYPTED if it needs a password; FILE_CORRUPT, which `readFacts` reports as `damage`
 */
export async function inspectOle(reader: ByteReader, format: string): Promise<Facts> {
  const file = await CompoundFile.open(reader);
  const streams = await file.streams();
  if (streams.some(({ name }) => name === 'encryptedsummary')) throw new AppError('FILE_ENCRYPTED');
  const main = streams.find(({ name }) => KINDS.get(name) === format);
  if (!main) throw corrupt('its main part is missing');
  const start = await file.start(main, streams);
  if (format === 'doc' && isEncryptedWord(start)) throw new AppError('FILE_ENCRYPTED');
  if (format === 'xls' && isEncryptedWorkbook(start)) throw new AppError('FILE_ENCRYPTED');
  if (await file.isCutShort()) throw endsTooEarly();
  return {};
}

/** [MS-DOC] 2.5.2: bit `fEncrypted` of the FibBase. */
const isEncryptedWord = (fib: Buffer): boolean => fib.length > 12 && (fib.readUInt16LE(10) & 0x0100) !== 0;

/** [MS-XLS] 2.4.117: a FilePass record follows the BOF of an encrypted workbook. */
function isEncryptedWorkbook(records: Buffer): boolean {
  for (let at = 0; at + 4 <= records.length; at += 4 + records.readUInt16LE(at + 2)) {
    if (records.readUInt16LE(at) === 0x002f) return true;
  }
  return false;
}

const seenOle = ({ reader }: Content): Promise<string> => oleKind(reader);

/** A compound file with the streams of a format, or of `ole` if no format is recognised. */
export const oleSignature = (id: string): Signature => finds(490, seenOle, id, COMPOUND_FILE);

/** Reader of a binary format. Old workbooks and letters are not in a compound file, and their start does not show encryption. */
export const inspectBinary =
  (format: string) =>
  async (reader: ByteReader): Promise<Facts> => {
    const start = await reader.read(0, COMPOUND_FILE.length);
    return start.toString('latin1') === COMPOUND_FILE ? inspectOle(reader, format) : {};
  };

/** Checks a Word file for encryption and damage. @throws {AppError} as {@link inspectOle} */
export const inspectDoc = inspectBinary('doc');
/** Checks a workbook for encryption and damage. @throws {AppError} as {@link inspectOle} */
export const inspectXls = inspectBinary('xls');
/** Checks slides for encryption and damage. @throws {AppError} as {@link inspectOle} */
export const inspectPpt = inspectBinary('ppt');
