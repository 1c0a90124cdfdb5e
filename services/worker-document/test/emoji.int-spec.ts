import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Converter, createConverter } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createEngine } from '../src/engines/libreoffice.engine.js';
import { missingFonts, pictureOf, textOf } from './reading.js';

let converter: Converter;
let folder: string;

beforeAll(async () => {
  converter = await createConverter([createEngine], { slots: 1 });
  folder = converter.folder;
});
afterAll(() => converter.close());

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
