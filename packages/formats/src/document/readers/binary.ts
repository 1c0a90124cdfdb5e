import type { ByteReader } from '../../bytes/byte-reader.js';
import { inspectOle, oleKind } from '../../bytes/ole.js';
import { finds, type Signature } from '../../define/signature.js';
import type { Content } from '../../detect/content.js';
import type { Facts } from '../../detect/facts.js';

/** [MS-CFB] 2.2. */
const COMPOUND_FILE = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1';

const seenOle = ({ reader }: Content): Promise<string> => oleKind(reader);

/** A compound file with the streams of a format, or of `ole` if no format is recognised. */
export const oleSignature = (id: string): Signature => finds(490, seenOle, id, COMPOUND_FILE);

/** Old workbooks and letters are not in a compound file, and their start does not show encryption. */
const inspectBinary =
  (format: string) =>
  async (reader: ByteReader): Promise<Facts> => {
    const start = await reader.read(0, COMPOUND_FILE.length);
    return start.toString('latin1') === COMPOUND_FILE ? inspectOle(reader, format) : {};
  };

export const inspectDoc = inspectBinary('doc');
export const inspectXls = inspectBinary('xls');
export const inspectPpt = inspectBinary('ppt');
