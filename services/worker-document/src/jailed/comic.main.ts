import { FileByteReader } from '@filemill/formats/bytes';
import { Container } from './book/container.js';
import { unlessDamaged } from './comic/damage.js';
import { sortEntries } from './comic/entries.js';
import { EpubComic } from './comic/epub.js';
import { readInfo } from './comic/info.js';
import { isHeldInPdf, PdfComic } from './comic/pdf.js';
import { readPicture, TooManyPixels } from './comic/pictures.js';
import { jobArguments } from './job-arguments.js';

/**
 * Runs inside the jail: writes a comic, a zip of pictures, as a book of which each page is one picture. Arguments: the path of
 * the comic, the path of the book, and `epub` or `pdf`.
 *
 * Standard output: `<percent>% `; `loss <code> <count>`; `damaged <pages> <all>`; or `refused <reason>` as the last line.
 */
const [input = '', output = '', as = ''] = jobArguments();

class Refused extends Error {}

async function convert(container: Container): Promise<void> {
  const entries = sortEntries(container.names);
  const info = await readInfo(container, entries);
  const book = as === 'pdf' ? new PdfComic(output, info) : new EpubComic(output, info);
  const holdsPng = as === 'pdf' ? isHeldInPdf : () => true;
  const { pages } = entries;
  const count = { written: 0, damaged: 0, moving: 0 };
  for (const [at, name] of pages.entries()) {
    const bytes = await unlessDamaged(container.bytes(name));
    const read = bytes && (await readPicture(bytes, holdsPng));
    if (read) book.addPage(read.picture);
    if (read) count.written += 1;
    if (read?.isAnimated) count.moving += 1;
    if (read?.isDamaged ?? true) count.damaged += 1;
    console.log(`${Math.floor((100 * (at + 1)) / pages.length)}% `);
  }
  if (count.written === 0) throw new Refused(pages.length === 0 ? 'empty' : 'corrupt');
  book.end();
  if (count.moving > 0) console.log(`loss animation_dropped ${count.moving}`);
  if (entries.others.length > 0) console.log(`loss attachments_dropped ${entries.others.length}`);
  if (count.damaged > 0) console.log(`damaged ${count.damaged} ${pages.length}`);
}

const reader = await FileByteReader.open(input);
try {
  const container = await Container.read(reader).catch((error: unknown) => {
    console.error(error);
    throw new Refused('corrupt');
  });
  await convert(container);
} catch (error) {
  if (error instanceof TooManyPixels) console.log('refused pixels');
  else if (error instanceof Refused) console.log(`refused ${error.message}`);
  else throw error;
} finally {
  await reader.close();
}
