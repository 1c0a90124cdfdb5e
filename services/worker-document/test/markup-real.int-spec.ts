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
