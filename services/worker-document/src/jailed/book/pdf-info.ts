import { open } from 'node:fs/promises';

const TAIL_BYTES = 2_048;
/** Length of the part with the document information: Chromium writes up to four bytes for a character of the title. */
const HEAD_BYTES = 65_536;

/** A text string of PDF: UTF-16 after a byte order mark, in hexadecimal digits. ISO 32000-1, section 7.9.2.2. */
const hexOf = (text: string): string =>
  `<FEFF${Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase()}>`;

/**
 * Adds the authors to a PDF that Chromium printed, because Chromium sets the title only: an incremental update, ISO
 * 32000-1, section 7.5.6, of the document information, whose other fields stay.
 *
 * @throws {Error} if the end of the file is not in Chromium's form
 */
export async function addAuthors(path: string, authors: readonly string[]): Promise<void> {
  if (authors.length === 0) return;
  const file = await open(path, 'r+');
  try {
    const { size } = await file.stat();
    const readText = async (from: number, length: number): Promise<string> =>
      (await file.read(Buffer.alloc(length), 0, length, Math.max(0, from))).buffer.toString('latin1');
    const tail = await readText(size - TAIL_BYTES, TAIL_BYTES);
    const start = /startxref\s+(\d+)\s+%%EOF\s*\0*$/.exec(tail)?.[1];
    const trailer = /trailer\s*<<([^<>]*)>>/.exec(tail)?.[1];
    const number = /\/Info (\d+) 0 R/.exec(trailer ?? '')?.[1];
    if (!start || !trailer || !number) throw new Error('the PDF ends otherwise than expected');
    const info = infoOf(await readText(0, HEAD_BYTES), number);
    const object = `${number} 0 obj\n<<${info}\n/Author ${hexOf(authors.join(', '))}>>\nendobj\n`;
    const table = `xref\n${number} 1\n${String(size).padStart(10, '0')} 00000 n \n`;
    const end = `trailer\n<<${trailer.trim()}\n/Prev ${start}>>\nstartxref\n${size + object.length}\n%%EOF\n`;
    await file.write(object + table + end, size, 'latin1');
  } finally {
    await file.close();
  }
}

/** The current document information; Chromium writes it first. */
function infoOf(head: string, number: string): string {
  const from = head.indexOf(`${number} 0 obj\n<<`);
  const to = head.indexOf('>>\nendobj', from);
  if (from < 0 || to < 0) throw new Error('the PDF begins otherwise than expected');
  return head.slice(from + `${number} 0 obj\n<<`.length, to);
}
