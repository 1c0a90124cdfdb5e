import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { proveOptions } from '@filemill/worker/proving';
import { type Converter, createConverter } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe } from '@jest/globals';
import sharp from 'sharp';
import { tarOf } from './archive-hostile.js';
import { makeFonts } from './font-files.js';
import { DOCUMENT_LOOKS, ENTRIES, openDocument } from './option-effects/index.js';
import {
  bookOfSettings,
  FORM_FIELD,
  letter,
  MARKUP_OF_SETTINGS,
  pdfOfPages,
  rightPages,
  show,
  workbook,
} from './options-files.js';
import { SUBTITLE_SAMPLES } from './subtitle-files.js';

const PICTURE_PX = 900;
/** So much text that the blocks of all packers are filled. */
const WORDS = 60_000;

let converter: Converter;
const at = (name: string): string => join(converter.folder, name);
const write = (name: string, content: string | Buffer): void => writeFileSync(at(name), content);

/** Words in an order that repeats only after a long time. */
function prose(): Buffer {
  const words = ['mill', 'wheel', 'river', 'stone', 'corn', 'flour', 'wind', 'sail', 'water', 'bread'];
  let seed = 1;
  const next = (): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed;
  };
  return Buffer.from(
    Array.from({ length: WORDS }, () => `${words[next() % words.length]}${next() % 97}`).join(' '),
  );
}

/** A picture that is hard to pack. */
async function noise(): Promise<Buffer> {
  const pixels = Uint8Array.from({ length: PICTURE_PX * PICTURE_PX * 3 }, (_, i) => (i * i * 31) >> 5);
  return sharp(pixels, { raw: { width: PICTURE_PX, height: PICTURE_PX, channels: 3 } })
    .png()
    .toBuffer();
}

async function made(input: string, to: string, options = {}): Promise<void> {
  const [name = '', from = ''] = input.split('.');
  const { outputs } = await converter.convert({ input: at(input), from, to, options });
  copyFileSync(outputs[0]?.path ?? '', at(`${name === 'book' ? 'source' : name}.${to}`));
}

function writeTables(): void {
  write('records.json', '[{"b": "x;y", "a": 1}, {"b": "ü", "a": null}]');
  write('two.json', '{"one": [{"n": 11}], "two": [{"n": 22}]}');
  write('nested.json', '{"z": {"y": [1, {"b": true, "a": "s"}]}, "m": "t"}');
  write('flat.json', '{"z": "1", "m": "2"}');
  write('numbers.csv', '1,2\n3,4\n');
  write('names.csv', 'a,b\nc,d\n');
  write(
    'sheets.fods',
    workbook({
      One: [
        ['n', 'm'],
        ['11', 'x'],
      ],
      Two: [
        ['m', 'n'],
        ['22', 'y'],
      ],
    }),
  );
  write('wide.fods', workbook({ Wide: [Array.from({ length: 30 }, (_, column) => `Column${column}`)] }));
}

async function writeDocuments(): Promise<void> {
  write('letter.fodt', letter());
  const frame = `<text:p><draw:frame svg:width="5cm" svg:height="5cm" text:anchor-type="as-char"><draw:image><office:binary-data>${(await noise()).toString('base64')}</office:binary-data></draw:image></draw:frame></text:p>`;
  write('picture.fodt', letter(frame));
  write('form.fodt', letter(FORM_FIELD));
  write('right.fodt', rightPages());
  write('show.fodp', show());
  write('pages.pdf', pdfOfPages(5));
  await made('picture.fodt', 'pdf');
  copyFileSync(at('picture.pdf'), at('photo.pdf'));
}

beforeAll(async () => {
  converter = await createConverter(new URL('../src/engines/', import.meta.url), { slots: 2 });
  const names = [...ENTRIES.usual, ...ENTRIES.hidden, ...ENTRIES.system];
  write('in.tar', tarOf(names.map((name) => ({ name, data: Buffer.from(`${name} `.repeat(2_000)) }))));
  write('prose.tar', tarOf([{ name: 'prose.txt', data: prose() }]));
  writeTables();
  await writeDocuments();
  write('book.epub', await bookOfSettings());
  await made('book.epub', 'azw3', { ligatures: true });
  await made('book.epub', 'fb2');
  write('rich.md', MARKUP_OF_SETTINGS);
  await made('rich.md', 'html', { toc: false });
  const font = makeFonts();
  copyFileSync(font('variable.ttf'), at('variable.ttf'));
  copyFileSync('/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf', at('noto.ttf'));
  copyFileSync('/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf', at('hinted.ttf'));
  for (const format of ['srt', 'vtt']) write(`in.${format}`, SUBTITLE_SAMPLES[format] ?? '');
});
afterAll(() => converter.close());

describe('every setting of every engine for documents, books, data, archives, fonts and subtitles', () => {
  proveOptions({
    worker: 'document',
    looks: DOCUMENT_LOOKS,
    samples: ['letter.fodt'],
    converter: () => converter,
    open: openDocument,
  });
});
