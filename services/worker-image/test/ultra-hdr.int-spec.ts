import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Converter, createConverter } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp, { type Sharp } from 'sharp';
import { CORNERS, picture } from './fixtures.js';
import { colourAt, decode, distance } from './look.js';
import { ultraHdr } from './ultra-hdr.js';

const WIDTH_PX = 640;
const HEIGHT_PX = 426;
const ICON_PX = 256;

let folder: string;
let converter: Converter;
beforeAll(async () => {
  converter = await createConverter(new URL('../src/engines/', import.meta.url));
  folder = converter.folder;
});
afterAll(() => converter.close());

/** Exists in sharp since 0.35, but not in its types. */
type GainMapWriter = Sharp & { withGainMap(): Sharp };

const large = () => picture().resize(WIDTH_PX, HEIGHT_PX, { fit: 'fill', kernel: 'nearest' });
const photo = (chromaSubsampling = '4:2:0'): Promise<Buffer> =>
  large()
    .withExif({ IFD0: { Artist: 'Ansel' } })
    .jpeg({ quality: 95, chromaSubsampling })
    .toBuffer();

async function convert(bytes: Buffer, to: string, strict = true) {
  const input = join(folder, 'in.jpg');
  await writeFile(input, bytes);
  const { outputs, losses } = await converter.convert({
    ownerKey: 'one owner',
    input,
    from: 'jpg',
    to,
    strict,
  });
  return { path: outputs[0]?.path as string, losses };
}

async function expectColours(path: string, to: string): Promise<void> {
  const seen = await decode(path, to);
  for (const [x, y, wanted] of [
    [0.25, 0.25, CORNERS.topLeft],
    [0.75, 0.25, CORNERS.topRight],
    [0.75, 0.75, CORNERS.bottomRight],
    [0.25, 0.75, CORNERS.bottomLeft],
  ] as const) {
    // An icon is square, with its picture in the middle.
    const height = to === 'ico' ? 0.5 + (y - 0.5) * (HEIGHT_PX / WIDTH_PX) : y;
    expect(distance(colourAt(seen, x, height), wanted)).toBeLessThanOrEqual(12);
  }
}

describe('a JPEG with a gain map', () => {
  it('is recognised as Ultra HDR by other programs', async () => {
    expect((await sharp(await ultraHdr(await photo())).metadata()).gainMap?.image.length).toBeGreaterThan(0);
  });

  it.each(['png', 'webp', 'avif', 'gif', 'bmp', 'tiff', 'ico', 'pdf'])(
    'becomes %s in its size and colours, and reports the loss of high dynamic range',
    async (to) => {
      for (const chroma of ['4:2:0', '4:4:4']) {
        const { path, losses } = await convert(await ultraHdr(await photo(chroma)), to);
        const codes = losses.map(({ code }) => code);
        expect(codes).toEqual([
          'hdr_converted',
          // A PDF holds the JPEG itself.
          ...(['png', 'webp', 'avif', 'pdf'].includes(to) ? [] : ['metadata_dropped']),
          ...(to === 'ico' ? ['size_reduced'] : []),
        ]);
        const { widthPx, heightPx } = await decode(path, to);
        expect([widthPx, heightPx]).toEqual(to === 'ico' ? [ICON_PX, ICON_PX] : [WIDTH_PX, HEIGHT_PX]);
        await expectColours(path, to);
      }
    },
  );

  it('written by libultrahdr without XMP is recognised as well', async () => {
    const written = sharp(await photo()) as GainMapWriter;
    const { path, losses } = await convert(await written.withGainMap().jpeg().toBuffer(), 'png');
    expect(losses.map(({ code }) => code)).toEqual(['hdr_converted']);
    const { widthPx, heightPx } = await decode(path, 'png');
    expect([widthPx, heightPx]).toEqual([WIDTH_PX, HEIGHT_PX]);
  });

  it('with an orientation becomes upright and keeps its EXIF', async () => {
    const turned = await large()
      .rotate(270)
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 95 })
      .toBuffer();
    const { path } = await convert(await ultraHdr(turned), 'webp');
    const metadata = await sharp(path).metadata();
    expect([metadata.width, metadata.height, metadata.orientation ?? 1]).toEqual([WIDTH_PX, HEIGHT_PX, 1]);
    await expectColours(path, 'webp');
  });

  it('that is cut in its gain map is read completely', async () => {
    const base = await photo();
    const file = await ultraHdr(base);
    const { path, losses } = await convert(
      file.subarray(0, file.lastIndexOf('\xff\xd8', undefined, 'latin1') + 300),
      'png',
    );
    expect(losses.map(({ code }) => code)).toEqual(['hdr_converted']);
    await expectColours(path, 'png');
  });

  it('that is cut in its picture has the upper rows', async () => {
    const file = await ultraHdr(await photo());
    const scan = file.indexOf('\xff\xda', 0, 'latin1');
    const end = file.indexOf('\xff\xd9', scan, 'latin1');
    const { path, losses } = await convert(file.subarray(0, Math.floor((scan + end) / 2)), 'png', false);
    expect(losses.map(({ code }) => code).toSorted()).toEqual(['hdr_converted', 'input_damaged']);
    expect(distance(colourAt(await decode(path, 'png'), 0.25, 0.1), CORNERS.topLeft)).toBeLessThanOrEqual(12);
  });
});

describe('a JPEG without a gain map', () => {
  it('reports no such loss', async () => {
    expect((await convert(await photo(), 'png')).losses).toEqual([]);
  });

  it('that only declares one, as edited copies do, reports no such loss', async () => {
    const xmp = '<x:xmpmeta xmlns:x="adobe:ns:meta/" xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/"/>';
    const edited = await large().withXmp(xmp).jpeg().toBuffer();
    expect((await convert(edited, 'png')).losses).toEqual([]);
  });
});
