import { readFileSync, writeFileSync } from 'node:fs';
import { Container } from './book/container.js';
import { sayDropped } from './book/dropped.js';
import { makeMarkupPage } from './book/markup-page.js';
import { readPackageDocument } from './book/package-document.js';
import { type Pixels, type Placer, placer } from './book/placing.js';
import { decodeText } from './decode.js';
import { decodeHtml } from './text/decode-html.js';
import { type LuaValue, luaOf } from './text/lua.js';
import { contentsOf } from './text/page-contents.js';
import { textToHtml } from './text/text-to-html.js';
import { readWebPage } from './text/web-page.js';
import { wordProperties } from './text/word-properties.js';

/**
 * Runs inside the jail before pandoc; arguments: `book`, `word`, `page` or `text`, the path of the file, and what becomes of
 * pictures: `all` stay, or they become `pixels` or `words`. Makes /job/out/markup.html, a page of words
 * and places that reaches nowhere, of all but Word files, and /job/out/properties.lua of what the file says about itself: a
 * file is the one way into pandoc on which words of the input cannot be taken for options or markup.
 *
 * Standard output, a word a line: what was left out, or put in another way.
 */
const [source = '', input = '', pictureKind = ''] = process.argv.slice(2);

const writePage = (html: string): void => writeFileSync('/job/out/markup.html', html);

/** Word shows no drawings: they become pixels. The SVG of a book reaches no file and no address from in here. */
async function forWord(): Promise<Pixels> {
  const { toPixels } = await import('./book/pixels.js');
  const kept = ['.png', '.jpg', '.jpeg', '.gif', '.webp', '.avif', '.bmp'];
  return { kept, draw: toPixels };
}

/** Of a text, in which each picture becomes its description. */
const told = ({ tell, place, placeEmbedded, placeDrawing }: Placer): Placer => {
  const telling =
    <T>(work: (what: string) => Promise<T>) =>
    (what: string): Promise<T> => {
      tell('pictures');
      return work(what);
    };
  return {
    tell,
    place: telling(place),
    placeEmbedded: telling(placeEmbedded),
    placeDrawing: telling(placeDrawing),
  };
};

async function fromBook(): Promise<LuaValue> {
  const container = await Container.open(input);
  const book = await readPackageDocument(container);
  const pixels = pictureKind === 'pixels' ? await forWord() : undefined;
  const pictures = placer(container, '/job/out', sayDropped(), pixels);
  await makeMarkupPage(container, book, '/job/out', pictureKind === 'words' ? told(pictures) : pictures);
  const { title, authors, language, identifier, publisher, date } = book;
  return { title, authors, language, identifier, publisher, date };
}

async function fromWord(): Promise<LuaValue> {
  const container = await Container.open(input);
  const text = async (path: string): Promise<string> => (await container.text(path)) ?? '';
  return wordProperties(await text('docProps/core.xml'), await text('docProps/custom.xml'));
}

async function fromPage(): Promise<LuaValue> {
  const text = decodeHtml(readFileSync(input));
  for (const kind of contentsOf(text)) console.log(kind);
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
  page: fromPage,
  text: fromText,
};
writeFileSync('/job/out/properties.lua', `return ${luaOf((await readers[source]?.()) ?? {})}\n`);
