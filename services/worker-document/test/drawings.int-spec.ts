import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Converter, createConverter } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';

let converter: Converter;
beforeAll(async () => {
  converter = await createConverter(new URL('../src/engines/', import.meta.url), { slots: 1 });
});
afterAll(() => converter.close());

const NAMESPACES = Object.entries({
  office: 'office:1.0',
  draw: 'drawing:1.0',
  svg: 'svg-compatible:1.0',
  text: 'text:1.0',
})
  .map(([prefix, name]) => `xmlns:${prefix}="urn:oasis:names:tc:opendocument:xmlns:${name}"`)
  .join(' ');
const RECTANGLE =
  '<draw:rect svg:x="2cm" svg:y="2cm" svg:width="5cm" svg:height="3cm"><text:p>A word</text:p></draw:rect>';

/** A picture of one colour. */
async function pictureFrame(): Promise<string> {
  const pixels = { create: { width: 20, height: 20, channels: 3, background: '#c02040' } } as const;
  const data = (await sharp(pixels).png().toBuffer()).toString('base64');
  return `<draw:frame svg:x="2cm" svg:y="2cm" svg:width="5cm" svg:height="3cm"><draw:image><office:binary-data>${data}</office:binary-data></draw:image></draw:frame>`;
}

/** Losses of a drawing with these shapes on each of its pages. */
async function lossesOf(to: string, ...pages: readonly string[]): Promise<string[]> {
  const path = join(converter.folder, 'drawing.fodg');
  const shown = pages
    .map((shapes, index) => `<draw:page draw:name="p${index}">${shapes}</draw:page>`)
    .join('');
  writeFileSync(
    path,
    `<?xml version="1.0" encoding="UTF-8"?><office:document ${NAMESPACES} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.graphics"><office:body><office:drawing>${shown}</office:drawing></office:body></office:document>`,
  );
  const { losses } = await converter.convert({ input: path, from: 'fodg', to });
  return losses.map(({ code }) => code);
}

describe.each(['emf', 'wmf', 'dxf'])('a drawing that becomes %s', (to) => {
  it('loses nothing if it has one page', async () => {
    expect(await lossesOf(to, RECTANGLE)).toEqual([]);
  });

  it('keeps its first page of several, and this is reported', async () => {
    expect(await lossesOf(to, RECTANGLE, RECTANGLE, '')).toEqual(['pages_dropped']);
  });

  it('keeps its pictures if the format holds them; if not, this is reported', async () => {
    expect(await lossesOf(to, RECTANGLE + (await pictureFrame()))).toEqual(
      to === 'dxf' ? ['pixels_dropped'] : [],
    );
  });
});

it('a drawing of pixels alone does not become an empty DXF', async () => {
  await expect(lossesOf('dxf', await pictureFrame())).rejects.toMatchObject({ code: 'UNSUPPORTED_FORMAT' });
});
