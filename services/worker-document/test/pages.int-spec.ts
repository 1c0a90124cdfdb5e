import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Converter, createConverter } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createEngine } from '../src/engines/libreoffice.engine.js';
import { odsWith } from './hostile.js';
import { missingFonts, pagesOf, pictureOf, sizeOf, textOf } from './reading.js';

let converter: Converter;
let folder: string;

beforeAll(async () => {
  converter = await createConverter([createEngine], { slots: 1 });
  folder = converter.folder;
});
afterAll(() => converter.close());

/** A sheet of one row, converted to the format and printed. */
async function print(columns: number, format: string): Promise<string> {
  const cells = Array.from({ length: columns }, (_, column) => `Column${column}`);
  let input = join(folder, `${columns}.ods`);
  writeFileSync(input, odsWith([cells]));
  if (format !== 'ods') {
    const { outputs } = await converter.convert({ input, from: 'ods', to: format });
    input = outputs[0]?.path as string;
  }
  const { outputs } = await converter.convert({ input, from: format, to: 'pdf' });
  return outputs[0]?.path as string;
}

describe.each(['ods', 'xlsx', 'xls'])('a sheet in %s', (format) => {
  it('with 30 columns fits all of them into the width of one page', async () => {
    const pdf = await print(30, format);
    expect(pagesOf(pdf)).toBe(1);
    expect(textOf(pdf, 'pdf').match(/Column\d+/g)).toHaveLength(30);
    const { width, height } = sizeOf(pdf);
    expect(width).toBeGreaterThan(height);
  });

  it('that fits keeps its portrait page', async () => {
    const { width, height } = sizeOf(await print(3, format));
    expect(height).toBeGreaterThan(width);
  });

  it('with 200 columns takes several pages instead of unreadably small letters', async () => {
    const pdf = await print(200, format);
    expect(pagesOf(pdf)).toBeGreaterThan(2);
    expect(pagesOf(pdf)).toBeLessThan(9);
    expect(textOf(pdf, 'pdf').match(/Column\d+/g)).toHaveLength(200);
  });
});

describe('emoji', () => {
  it.each(['🙂', '🚀', '👩', '❤️', '☀'])(
    '%s is visible on the page of a PDF and can be extracted as text',
    async (emoji) => {
      const input = join(folder, 'emoji.txt');
      writeFileSync(input, `${emoji}\n`);
      const { outputs } = await converter.convert({ input, from: 'txt', to: 'pdf' });
      const pdf = outputs[0]?.path as string;
      const page = join(folder, 'page');
      execFileSync('/usr/bin/pdftoppm', ['-png', '-singlefile', '-r', '100', pdf, page]);
      expect(await pictureOf(`${page}.png`)).toMatchObject({ isBlank: false });
      expect(missingFonts(pdf)).toEqual([]);
      expect(textOf(pdf, 'pdf')).toContain([...emoji][0]);
    },
  );
});
