import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { type Converter, createConverter } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { similarity } from './ebook-reading.js';
import { readOutline } from './markup-readers.js';

/** Documents that their authors wrote, from packages of the tests; a machine may have been installed without them. */
const DOCUMENTS: readonly (readonly [format: string, path: string])[] = [
  ['md', fileURLToPath(new URL('../node_modules/saxes/README.md', import.meta.url))],
  ['md', fileURLToPath(new URL('../node_modules/papaparse/README.md', import.meta.url))],
  ['textile', '/usr/share/doc/python3-textile/README.textile'],
  ['rst', '/usr/share/doc/python3-lxml/README.rst.gz'],
];

let converter: Converter;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'real-'));
  converter = await createConverter(new URL('../src/engines/', import.meta.url), { slots: 1 });
});
afterAll(async () => {
  await converter.close();
  rmSync(folder, { recursive: true });
});

describe('a DocBook that names entities of its publisher', () => {
  const convert = async (attributes: string, text: string) => {
    const input = join(folder, 'in.dbk');
    const head = `<?xml version="1.0"?>
<!DOCTYPE article PUBLIC "-//KDE//DTD DocBook XML V4.5-Based Variant V1.1//EN" "dtd/kdedbx45.dtd" [
 <!ENTITY suite "<application>Suite</application>">
]>`;
    writeFileSync(input, `${head}\n<article${attributes}><para>${text}</para></article>`);
    const { outputs, losses } = await converter.convert({ input, from: 'docbook', to: 'txt' });
    return {
      read: readFileSync(outputs[0]?.path ?? '', 'utf8').trim(),
      codes: losses.map(({ code }) => code),
    };
  };

  it('has their characters, if they are known', async () => {
    expect(await convert('', '&suite; &mdash; one&hellip;')).toEqual({ read: 'Suite — one…', codes: [] });
  });

  it('has their names for others, and says that something is missing', async () => {
    const { read, codes } = await convert(' lang="&language;"', '&suite; of &kde;');
    expect(read).toBe('Suite of kde');
    expect(codes).toContain('input_damaged');
  });
});

const real = DOCUMENTS.filter(([, path]) => existsSync(path));
describe.each(real)('a document in %s that its author wrote: %s', (from, path) => {
  it('has the same headings and text in the output as for a program of its own', async () => {
    const bytes = readFileSync(path);
    const input = join(folder, `in.${from}`);
    writeFileSync(input, path.endsWith('.gz') ? gunzipSync(bytes) : bytes);
    const wanted = readOutline(input, from);
    for (const to of ['html', 'md'].filter((format) => format !== from)) {
      const { outputs } = await converter.convert({ input, from, to });
      const seen = readOutline(outputs[0]?.path ?? '', to);
      expect(similarity([wanted.text ?? ''], seen.text ?? '')).toBeGreaterThanOrEqual(0.99);
      expect(seen.headings).toEqual(wanted.headings);
    }
  });
});
