import { execFile } from 'node:child_process';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { deflateSync } from 'node:zlib';
import { type Converter, createConverter, ofToday } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { letter } from './options-files.js';

const exec = promisify(execFile);
const KB = 1_024;
/** With one to five pages, each with a picture: photos and drawings, packed with and without loss. */
const DOCUMENTS = 20;
/** The others on other days. */
const DOCUMENTS_A_DAY = 2;
/** How much of the target is used at least. */
const LEAST_SHARE = 0.9;

let converter: Converter;
const at = (name: string): string => join(converter.folder, name);

/** A picture of a document, and what belongs to it. */
interface Picture {
  readonly dict: string;
  readonly data: Buffer;
  readonly mask?: Picture;
}

const imageOf = (width: number, height: number, rest: string, data: Buffer): Picture => ({
  dict: `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}${rest}`,
  data,
});

/** A page with text, a line and a picture for each of them, which is 400 points wide. */
function pdfOf(pictures: readonly Picture[]): Buffer {
  const objects: Buffer[] = [];
  const add = (dict: string, data?: Buffer): number => {
    const stream = data && Buffer.concat([Buffer.from('stream\n'), data, Buffer.from('\nendstream\n')]);
    const length = data ? `/Length ${data.length}` : '';
    objects.push(Buffer.concat([Buffer.from(`<<${dict}${length}>>\n`), stream ?? Buffer.alloc(0)]));
    return objects.length;
  };
  const addPicture = ({ dict, data, mask }: Picture): number => {
    const reference = mask && `/SMask ${addPicture(mask)} 0 R`;
    return add(`${dict}${reference ?? ''}`, data);
  };
  const font = add('/Type/Font/Subtype/Type1/BaseFont/Helvetica');
  const pagesId = pictures.reduce((sum, { mask }) => sum + (mask ? 4 : 3), 2);
  const pages = pictures.map((picture, index) => {
    const image = addPicture(picture);
    const text = `BT /F1 24 Tf 72 720 Td (Page ${index + 1}) Tj ET 72 700 m 500 690 l S q 400 0 0 300 50 300 cm /P Do Q`;
    const contents = add('', Buffer.from(text));
    return add(
      `/Type/Page/Parent ${pagesId} 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 ${font} 0 R>>/XObject<</P ${image} 0 R>>>>/Contents ${contents} 0 R`,
    );
  });
  const kids = pages.map((page) => `${page} 0 R`).join(' ');
  expect(add(`/Type/Pages/Kids[${kids}]/Count ${pages.length}`)).toBe(pagesId);
  const root = add(`/Type/Catalog/Pages ${pagesId} 0 R`);
  const parts = [Buffer.from('%PDF-1.4\n')];
  let length = 9;
  const offsets = objects.map((object, index) => {
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('endobj\n')]);
    const offset = length;
    parts.push(part);
    length += part.length;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  parts.push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}trailer<</Size ${size}/Root ${root} 0 R>>\nstartxref\n${length}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

const [WIDTH, HEIGHT] = [800, 600];

/** Shapes on a slope of colours, with noise on top: as a photo of so many pixels. */
async function photo(seed: number) {
  const noise = await sharp({
    create: {
      ...{ width: WIDTH, height: HEIGHT, channels: 3, background: '#808080' },
      noise: { type: 'gaussian', mean: 128, sigma: 4 + seed },
    },
  })
    .png()
    .toBuffer();
  const circles = Array.from({ length: 4 + seed }, (_, one) => {
    const [x, y] = [(one * 137 + seed * 53) % WIDTH, (one * 89 + seed * 31) % HEIGHT];
    return `<circle cx="${x}" cy="${y}" r="${20 + ((one * 17) % 60)}" fill="hsl(${(one * 47) % 360} 70% 50%)"/>`;
  });
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" fill="#f0c080"/>${circles.join('')}</svg>`;
  return sharp(
    await sharp(Buffer.from(drawing))
      .composite([{ input: noise, blend: 'soft-light' }])
      .flatten()
      .png()
      .toBuffer(),
  );
}

const RGB = '/BitsPerComponent 8/ColorSpace/DeviceRGB';
const GREY = '/BitsPerComponent 8/ColorSpace/DeviceGray';

/** One of four kinds: JPEG, packed samples, both in grey, and packed samples behind a soft mask. */
async function picture(seed: number): Promise<Picture> {
  const whole = await photo(seed % 9);
  const kind = seed % 4;
  if (kind === 0) {
    const data = await whole.jpeg({ quality: 92, chromaSubsampling: '4:4:4' }).toBuffer();
    return imageOf(WIDTH, HEIGHT, `${RGB}/Filter/DCTDecode`, data);
  }
  if (kind === 1) {
    const data = await whole.toColourspace('b-w').jpeg({ quality: 95 }).toBuffer();
    return imageOf(WIDTH, HEIGHT, `${GREY}/Filter/DCTDecode`, data);
  }
  const samples = deflateSync(await whole.removeAlpha().raw().toBuffer());
  const mask = imageOf(64, 48, `${GREY}/Filter/FlateDecode`, deflateSync(Buffer.alloc(64 * 48, 200)));
  return {
    ...imageOf(WIDTH, HEIGHT, `${RGB}/Filter/FlateDecode`, samples),
    ...(kind === 3 && { mask }),
  };
}

async function writeDocument(index: number): Promise<string> {
  const pictures = await Promise.all(
    Array.from({ length: 1 + (index % 5) }, (_, page) => picture(index + page)),
  );
  await writeFile(at(`${index}.pdf`), pdfOf(pictures));
  return `${index}.pdf`;
}

beforeAll(async () => {
  converter = await createConverter(new URL('../src/engines/', import.meta.url));
});
afterAll(() => converter.close());

async function convert(input: string, options: Readonly<Record<string, unknown>>) {
  const { outputs, losses } = await converter.convert({
    ...{ ownerKey: 'one owner', input: at(input), from: 'pdf', to: 'pdf', options },
  });
  expect(outputs).toHaveLength(1);
  expect(losses).toEqual([]);
  const path = outputs[0]?.path ?? '';
  return { path, bytes: (await stat(path)).size };
}
const read = async (program: string, ...args: string[]): Promise<string> =>
  (await exec(`/usr/bin/${program}`, args, { maxBuffer: 2 ** 26 })).stdout;
/** Type, colours and channels of each picture and mask, as poppler lists them. */
const picturesOf = async (path: string): Promise<string[][]> =>
  (await read('pdfimages', '-list', path))
    .trim()
    .split('\n')
    .slice(2)
    .map((line) => line.trim().split(/\s+/));
const kindsOf = (pictures: readonly string[][]): string[] =>
  pictures.map(([page, , type, , , space, channels]) => `${page} ${type} ${space} ${channels}`);
/** A strip of the first page with its text and line, drawn by MuPDF. */
async function textOf(path: string): Promise<Buffer> {
  const drawn = at('page.png');
  await read('mutool', 'draw', '-q', '-r', '72', '-o', drawn, path, '1');
  return sharp(drawn).extract({ left: 0, top: 0, width: 612, height: 150 }).raw().toBuffer();
}

describe('the pictures of a PDF', () => {
  it('become as small as the target size of the document needs', async () => {
    for (const index of ofToday([...Array(DOCUMENTS).keys()], DOCUMENTS_A_DAY)) {
      const input = await writeDocument(index);
      const free = await convert(input, {});
      const targetSize = Math.ceil((free.bytes * (0.15 + (index % 5) / 10)) / KB);
      const { path, bytes } = await convert(input, { targetSize });
      expect(bytes).toBeLessThanOrEqual(targetSize * KB);
      expect(bytes / KB / targetSize).toBeGreaterThanOrEqual(LEAST_SHARE);
      expect(await read('qpdf', '--check', path)).toContain('No syntax or stream encoding errors');
      expect(await read('pdftotext', path, '-')).toBe(await read('pdftotext', at(input), '-'));
      expect(await textOf(path)).toEqual(await textOf(at(input)));
      expect(kindsOf(await picturesOf(path))).toEqual(kindsOf(await picturesOf(at(input))));
    }
  });

  it('become as small as the target size of a text that is laid out needs', async () => {
    const data = (await (await photo(3)).jpeg({ quality: 95 }).toBuffer()).toString('base64');
    const frame = (width: number) =>
      `<text:p><draw:frame svg:width="${width}cm" svg:height="${width}cm" text:anchor-type="as-char"><draw:image><office:binary-data>${data}</office:binary-data></draw:image></draw:frame></text:p>`;
    await writeFile(at('text.fodt'), letter(`${frame(5)}${frame(9)}`));
    const toPdf = async (options: Readonly<Record<string, unknown>>) => {
      const { outputs } = await converter.convert({
        ...{ ownerKey: 'one owner', input: at('text.fodt'), from: 'fodt', to: 'pdf', options },
      });
      return { path: outputs[0]?.path ?? '', bytes: outputs[0]?.sizeBytes ?? 0 };
    };
    const settings = { lossless: true, pdfa: '2b' };
    const free = await toPdf(settings);
    const targetSize = Math.ceil((free.bytes * 0.4) / KB);
    const { path, bytes } = await toPdf({ ...settings, targetSize });
    expect(bytes).toBeLessThanOrEqual(targetSize * KB);
    expect(bytes / KB / targetSize).toBeGreaterThanOrEqual(LEAST_SHARE);
    // The other settings keep their effect.
    expect(await read('pdftotext', path, '-')).toBe(await read('pdftotext', free.path, '-'));
    expect(await read('pdfinfo', '-meta', path)).toContain('pdfaid:part>2<');
  });

  it('have no share in a target size if their page is left out', async () => {
    const input = await writeDocument(9);
    const free = await convert(input, { pages: '2-3' });
    const targetSize = Math.ceil((free.bytes * 0.45) / KB);
    const { bytes } = await convert(input, { pages: '2-3', targetSize });
    expect(bytes).toBeLessThanOrEqual(targetSize * KB);
    expect(bytes / KB / targetSize).toBeGreaterThanOrEqual(LEAST_SHARE);
  });

  it('stay as they are where other samples would not fit, or nobody asked', async () => {
    const samples = await (await photo(3)).removeAlpha().raw().toBuffer();
    const grey = samples.subarray(0, WIDTH * HEIGHT);
    const packed = deflateSync(samples);
    const jpeg = await (await photo(3)).jpeg({ quality: 95 }).toBuffer();
    const palette = `/BitsPerComponent 8/ColorSpace[/Indexed/DeviceRGB 255<${'00ff80'.repeat(256)}>]`;
    const matte = imageOf(WIDTH, HEIGHT, `${GREY}/Matte[0 0 0]/Filter/FlateDecode`, deflateSync(grey));
    const kept = [
      imageOf(WIDTH, HEIGHT, `${palette}/Filter/FlateDecode`, deflateSync(grey)),
      imageOf(
        WIDTH,
        HEIGHT,
        '/BitsPerComponent 1/ColorSpace/DeviceGray',
        samples.subarray(0, (WIDTH / 8) * HEIGHT),
      ),
      imageOf(WIDTH, HEIGHT, `${RGB}/Filter/DCTDecode/Decode[1 0 1 0 1 0]`, jpeg),
      imageOf(WIDTH, HEIGHT, `${RGB}/Filter/FlateDecode/Mask[0 9 0 9 0 9]`, packed),
      { ...imageOf(WIDTH, HEIGHT, `${RGB}/Filter/FlateDecode`, packed), mask: matte },
    ];
    await writeFile(
      at('kept.pdf'),
      pdfOf([...kept, imageOf(WIDTH, HEIGHT, `${RGB}/Filter/DCTDecode`, jpeg)]),
    );
    const { path } = await convert('kept.pdf', { quality: 40 });
    for (const [name, file] of [['old', at('kept.pdf')] as const, ['new', path] as const])
      await read('pdfimages', '-png', file, at(name));
    // The mask of the fifth is a picture of its own here.
    const last = kept.length + 1;
    const pictureAt = (name: string, index: number) => readFile(at(`${name}-00${index}.png`));
    for (let index = 0; index < last; index++)
      expect(await pictureAt('new', index)).toEqual(await pictureAt('old', index));
    expect(await pictureAt('new', last)).not.toEqual(await pictureAt('old', last));
    expect((await stat(path)).size).toBeLessThan((await convert('kept.pdf', {})).bytes);
  });

  it('have at most as many pixels for each inch as was asked', async () => {
    // 800 pixels on 400 points.
    const input = await writeDocument(7);
    const before = await picturesOf(at(input));
    expect(before.map((columns) => Number(columns[12])).every((dpi) => dpi === 144 || dpi < 36)).toBe(true);
    const { path } = await convert(input, { pictureDpi: 72 });
    const pictures = (await picturesOf(path)).filter(([, , type]) => type === 'image');
    expect(pictures).toHaveLength(3);
    for (const columns of pictures) expect(Number(columns[12])).toBe(72);
  });

  it('that must stay as they are, may be too large for a target', async () => {
    const indices = (await (await photo(3)).removeAlpha().raw().toBuffer()).subarray(0, WIDTH * HEIGHT);
    const palette = `/BitsPerComponent 8/ColorSpace[/Indexed/DeviceGray 255<${'f0'.repeat(256)}>]`;
    await writeFile(at('palette.pdf'), pdfOf([imageOf(WIDTH, HEIGHT, palette, indices)]));
    await expect(convert('palette.pdf', { targetSize: 2 })).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      params: { field: 'targetSize', nearest: expect.any(Number) },
    });
  });
});
