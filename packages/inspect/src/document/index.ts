import type { ByteReader } from '../byte-reader.js';
import type { Facts, Inspector } from '../facts.js';
import { corrupt, cutShort } from '../image/corrupt.js';
import { inspectOle, oleKind } from './ole.js';
import { inspectPackage, zipKind } from './packages.js';
import { inspectPdf, isPdf } from './pdf.js';
import { isText, readHead, textKind } from './text.js';

const PACKAGES = ['docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp'];
const OLE = ['doc', 'xls', 'ppt'];
const TEXTS = ['txt', 'csv', 'html', 'fods'];

/** Magic numbers at the start, as latin1 text; those outside the catalogue are known in order to refuse them by name. */
const MAGIC: readonly (readonly [magic: string, format: string])[] = [
  ['{\\rtf', 'rtf'],
  ['MZ', 'exe'],
  ['\x7fELF', 'elf'],
  ['\xca\xfe\xba\xbe', 'java-class'],
  ['\xfe\xed\xfa', 'mach-o'],
  ['\xcf\xfa\xed\xfe', 'mach-o'],
  ['\xce\xfa\xed\xfe', 'mach-o'],
  ['L\0\0\0\x01\x14\x02\0', 'lnk'],
];
const ZIP = 'PK\x03\x04';
const COMPOUND_FILE = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1';

/** Documents, presentations and spreadsheets, and what poses as one. */
export const documentInspector: Inspector = {
  formats: [...PACKAGES, ...OLE, ...TEXTS, 'rtf', 'pdf'],

  async detect(reader) {
    const head = await readHead(reader);
    if (head.length === 0) return undefined;
    const start = head.toString('latin1', 0, 16);
    if (start.startsWith(ZIP)) return zipKind(reader);
    if (start.startsWith(COMPOUND_FILE)) return oleKind(reader);
    if (isPdf(head)) return 'pdf';
    const known = MAGIC.find(([magic]) => start.startsWith(magic))?.[1];
    // "MZ" is letters: a text may begin with them.
    const text = await textKind(reader, head);
    return known === 'rtf' || text === undefined ? known : text;
  },

  async inspect(reader, format): Promise<Facts> {
    if (PACKAGES.includes(format)) await inspectPackage(reader);
    else if (OLE.includes(format)) await inspectOle(reader, format);
    else if (format === 'pdf') await inspectPdf(reader);
    else if (format === 'rtf') await inspectRtf(reader);
    else if (!(await isText(reader))) throw corrupt('it is no text');
    return {};
  },
};

/** An RTF file is one group: its last brace closes it, and only white space and NULs may follow. */
async function inspectRtf(reader: ByteReader): Promise<void> {
  const tail = await reader.read(Math.max(0, reader.sizeBytes - 1_024), 1_024);
  if (!/\}[\s\0]*$/.test(tail.toString('latin1'))) throw cutShort();
}
