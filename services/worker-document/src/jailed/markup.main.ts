import { readFileSync, writeFileSync } from 'node:fs';
import { Container } from './book/container.js';
import { printDropped } from './book/dropped.js';
import { readPackageDocument } from './book/package-document.js';
import { makeMarkupPage } from './book/pages.js';
import { createPicturePlacer, type PictureFallback, type PicturePlacer } from './book/placing.js';
import { jobArguments } from './job-arguments.js';
import { unboxed } from './mend/text-boxes.js';
import { decodeHtml, decodeText } from './text/decode.js';
import { type LuaValue, toLua, wordProperties } from './text/pandoc-fields.js';
import { textToHtml } from './text/text-to-html.js';
import { featuresOf, readWebPage } from './text/web-page.js';

/**
 * Runs inside the jail before pandoc. Arguments: `book`, `word`, `opendocument`, `page` or `text`; the path of the file; how to handle
 * pictures: `all` stay, or they become `pixels` or `words`. Except for office files it writes /job/out/markup.html, a
 * page of text and anchors without external references; of a Word file with text boxes, /job/out/unboxed.docx. For all files it writes their metadata to
 * /job/out/properties.lua: in a file, text of the input cannot be taken for options or markup.
 *
 * Standard output, one word per line: what was dropped or changed.
 */
const [source = '', input = '', pictureKind = ''] = jobArguments();

const writePage = (html: string): void => writeFileSync('/job/out/markup.html', html);

/** Word shows no SVG, so drawings are rasterised. The SVG of a book cannot load a file or an address in the jail. */
async function forWord(): Promise<PictureFallback> {
  const { toPixels } = await import('./book/pixels.js');
  const kept = ['.png', '.jpg', '.jpeg', '.gif', '.webp', '.avif', '.bmp'];
  return { kept, draw: toPixels };
}

/** For output as text, in which each picture becomes its description. */
const withDescriptions = ({
  reportDropped,
  place,
  placeEmbedded,
  placeDrawing,
}: PicturePlacer): PicturePlacer => {
  const telling =
    <T>(work: (what: string) => Promise<T>) =>
    (what: string): Promise<T> => {
      reportDropped('pictures');
      return work(what);
    };
  return {
    reportDropped,
    place: telling(place),
    placeEmbedded: telling(placeEmbedded),
    placeDrawing: telling(placeDrawing),
  };
};

async function fromBook(): Promise<LuaValue> {
  const container = await Container.open(input);
  const book = await readPackageDocument(container);
  const pixels = pictureKind === 'pixels' ? await forWord() : undefined;
  const pictures = createPicturePlacer(container, '/job/out', printDropped(), pixels);
  await makeMarkupPage(
    container,
    book,
    '/job/out',
    pictureKind === 'words' ? withDescriptions(pictures) : pictures,
  );
  const { title, authors, language, identifier, publisher, date } = book;
  return { title, authors, language, identifier, publisher, date };
}

async function fromWord(): Promise<LuaValue> {
  const container = await Container.open(input);
  const text = async (path: string): Promise<string> => (await container.text(path)) ?? '';
  const file = await unboxed(container);
  if (file) writeFileSync('/job/out/unboxed.docx', file);
  return wordProperties(await text('docProps/core.xml'), await text('docProps/custom.xml'));
}

/** pandoc reads title and author of an OpenDocument file itself. */
const fromOpenDocument = async (): Promise<LuaValue> => ({});

async function fromPage(): Promise<LuaValue> {
  const text = decodeHtml(readFileSync(input));
  for (const kind of featuresOf(text)) console.log(kind);
  const { html, properties } = await readWebPage(text);
  writePage(html);
  return properties;
}

async function fromText(): Promise<LuaValue> {
  const { html, title } = textToHtml(decodeText(readFileSync(input)));
  writePage(html);
  return { title };
}

const readers: Readonly<Record<string, () => Promise<LuaValue>>> = {
  book: fromBook,
  word: fromWord,
  opendocument: fromOpenDocument,
  page: fromPage,
  text: fromText,
};
writeFileSync('/job/out/properties.lua', `return ${toLua((await readers[source]?.()) ?? {})}\n`);
