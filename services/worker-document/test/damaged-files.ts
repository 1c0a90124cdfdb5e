import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findEntries, zipOf } from '../src/jailed/mend/zip-entries.js';

/** Makers of files that are unusual, damaged or truncated. */

/** Name and content of an entry of a zip. */
export type Part = readonly [name: string, content: Buffer];

/** The entries of a zip, in the order of their data. */
export const partsOf = async (file: Buffer): Promise<Part[]> =>
  (await findEntries(file)).found.map(({ name, content }) => [name, content]);

/** A zip of stored entries in this order. */
export const stored = (parts: readonly Part[]): Buffer =>
  Buffer.concat(zipOf(parts.map(([name, content]) => ({ name, method: 0, packed: content, content }))));

/** As a program writes a zip to a pipe: the sizes follow the data. */
export function piped(parts: readonly Part[]): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'piped-'));
  try {
    const files = parts.filter(([name]) => !name.endsWith('/'));
    for (const [name, content] of files) {
      mkdirSync(join(folder, dirname(name)), { recursive: true });
      writeFileSync(join(folder, name), content);
    }
    const names = files.map(([name]) => name).join('\n');
    return execFileSync('/usr/bin/zip', ['-q', '-X', '-D', '-', '-@'], {
      cwd: folder,
      input: names,
      maxBuffer: 2 ** 26,
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** AppleSingle with a resource fork of 4 KB before the file: RFC 1740, 2. */
export function appleSingle(file: Buffer): Buffer {
  const header = Buffer.alloc(26 + 2 * 12);
  header.writeUInt32BE(0x00051600, 0);
  header.writeUInt32BE(0x00020000, 4);
  header.writeUInt16BE(2, 24);
  const entries = [
    [2, header.length, 4_096],
    [1, header.length + 4_096, file.length],
  ];
  for (const [index, fields] of entries.entries()) {
    for (const [field, value] of fields.entries()) header.writeUInt32BE(value, 26 + 12 * index + 4 * field);
  }
  return Buffer.concat([header, Buffer.alloc(4_096, 7), file]);
}

/** MacBinary II: a header of 128 bytes, and the file padded to a multiple of 128. */
export function macBinary(file: Buffer, name: string): Buffer {
  const header = Buffer.alloc(128);
  header.writeUInt8(name.length, 1);
  header.write(name, 2);
  header.write('PDF CARO', 65);
  header.writeUInt32BE(file.length, 83);
  return Buffer.concat([header, file, Buffer.alloc(128 - (file.length % 128))]);
}

/** A PDF of one page that shows a word; objects are numbered from 1. */
export function pdfOf(word: string, { streamBytes }: { streamBytes?: number } = {}): Buffer {
  const content = `BT /F 20 Tf 20 100 Td (${word}) Tj ET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>',
    `<</Length ${streamBytes ?? content.length}>>\nstream\n${content}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  let text = '%PDF-1.7\n';
  const rows = objects.map((object, i) => {
    const row = `${String(text.length).padStart(10, '0')} 00000 n \n`;
    text += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return row;
  });
  const start = text.length;
  const size = objects.length + 1;
  text += `xref\n0 ${size}\n0000000000 65535 f \n${rows.join('')}trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}
