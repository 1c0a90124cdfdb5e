import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Converter, createConverter } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createEngine as calibre } from '../src/engines/calibre.engine.js';
import { createEngine as pandoc } from '../src/engines/pandoc.engine.js';
import { type Entry, zipOf } from './archive-hostile.js';

const folder = mkdtempSync(join(tmpdir(), 'forgiven-books-'));
let converter: Converter;
beforeAll(async () => {
  converter = await createConverter([calibre, pandoc]);
});
afterAll(async () => {
  await converter.close();
  rmSync(folder, { recursive: true });
});

const part = (name: string, text: string): Entry => ({ name, data: Buffer.from(text) });
const MIMETYPE = part('mimetype', 'application/epub+zip');
const CHAPTER = part(
  'one.xhtml',
  '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>One</title></head><body><h1>One</h1><p>The miller sings.</p></body></html>',
);
const BOOK: readonly Entry[] = [
  part(
    'META-INF/container.xml',
    '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles><rootfile full-path="p.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
  ),
  part(
    'p.opf',
    '<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="i"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="i">mill</dc:identifier><dc:title>Mill</dc:title><dc:language>en</dc:language></metadata><manifest><item id="a" href="one.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/></spine></package>',
  ),
  CHAPTER,
];

describe('an EPUB that breaks rules of its container', () => {
  it.each([
    ['without a mimetype', zipOf(BOOK)],
    ['with a name twice', zipOf([MIMETYPE, ...BOOK, CHAPTER])],
    ['behind other bytes', Buffer.concat([Buffer.alloc(700, 'x'), zipOf([MIMETYPE, ...BOOK])])],
  ])('keeps its words in calibre and pandoc: %s', async (what, bytes) => {
    const input = join(folder, `${what}.epub`);
    writeFileSync(input, bytes);
    const text = await converter.convert({ input, from: 'epub', to: 'txt' });
    expect(readFileSync(text.outputs[0]?.path as string, 'utf8')).toContain('The miller sings.');
    const kindle = await converter.convert({ input, from: 'epub', to: 'mobi' });
    expect(readFileSync(kindle.outputs[0]?.path as string).includes('The miller sings.')).toBe(true);
  });
});
