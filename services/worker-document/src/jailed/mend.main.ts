import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { mendEntities } from './mend/entities.js';
import { type Mended, mendOle, mendRtf } from './mend/old-office.js';
import { mendPdf } from './mend/pdf.js';
import { mendZip } from './mend/zip.js';
import { decodeText } from './text/decode.js';

/**
 * Runs inside the jail: repairs a file that another program would refuse. Arguments: its kind, the file, and the output
 * path. Standard output: `whole` if no content is missing, `damaged` if some is, or `same` if there is nothing to
 * repair, and nothing is written.
 */
const [kind = '', input = '', output = ''] = process.argv.slice(2);

const MENDS: Readonly<Record<string, (file: Buffer) => Mended | undefined | Promise<Mended | undefined>>> = {
  zip: mendZip,
  ole: mendOle,
  rtf: mendRtf,
  pdf: mendPdf,
  entities: mendEntities,
  text: (file) => ({ parts: [Buffer.from(decodeText(file))], isWhole: true }),
};

const mended = await MENDS[kind]?.(readFileSync(input));
if (mended) {
  const file = openSync(output, 'w');
  for (const part of mended.parts) {
    for (let at = 0; at < part.length; ) at += writeSync(file, part, at);
  }
  closeSync(file);
}
console.log(mended ? (mended.isWhole ? 'whole' : 'damaged') : 'same');
