import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Route } from '@filemill/formats';
import { provePairs } from '@filemill/worker/proving';
import { type Converter, createConverter } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SaxesParser } from 'saxes';
import { bookText } from './ebook-reading.js';
import { isMarkup, MARKUP_SAMPLES, WORDS } from './markups.js';
import { missingFonts, pagesOf, pictureOf, textOf } from './reading.js';

const isMine = ({ input, output }: Route): boolean => isMarkup(input.id) || isMarkup(output.id);

/** Words of the samples that no markup reads: those of the other conformance test. */
const DOCUMENT_WORDS = ['Annual report', 'quick brown fox', 'Съешь ещё этих', '敏捷的棕色狐狸'];
const DOCUMENTS = ['docx', 'odt', 'html', 'txt'];
const BOOKS = ['epub', 'mobi', 'azw3', 'fb2'];

let converter: Converter;
let folder: string;
const sources = new Map<string, string>();
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'markups-'));
  for (const [id, text] of Object.entries(MARKUP_SAMPLES)) {
    sources.set(id, join(folder, `sample.${id}`));
    writeFileSync(join(folder, `sample.${id}`), text);
  }
  for (const id of DOCUMENTS)
    sources.set(id, fileURLToPath(new URL(`./fixtures/text.${id}`, import.meta.url)));
  converter = await createConverter(new URL('../src/engines/', import.meta.url), { slots: 2 });
  for (const to of BOOKS) sources.set(to, await made('md', to));
});
afterAll(async () => {
  await converter.close();
  rmSync(folder, { recursive: true });
});

async function made(from: string, to: string): Promise<string> {
  const { outputs } = await converter.convert({ input: sources.get(from) ?? '', from, to });
  return outputs[0]?.path ?? '';
}

/** An XML parser of another program accepts it. */
function readXml(text: string): string {
  const words: string[] = [];
  const parser = new SaxesParser();
  parser.on('text', (part) => words.push(part));
  parser.write(text).close();
  return words.join(' ');
}

const program = (name: string, ...args: string[]): string =>
  execFileSync(name, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

const MARKDOWN = 'import sys, markdown; print(markdown.markdown(open(sys.argv[1], encoding="utf-8").read()))';
/** What another program than the writer sees in a markup; without one its characters. */
const READERS: Readonly<Record<string, (path: string) => string>> = {
  docbook: (path) => readXml(readFileSync(path, 'utf8')),
  jats: (path) => readXml(readFileSync(path, 'utf8')),
  tei: (path) => readXml(readFileSync(path, 'utf8')),
  icml: (path) => readXml(readFileSync(path, 'utf8')),
  ipynb: (path) =>
    (JSON.parse(readFileSync(path, 'utf8')) as { cells: { source: string[] }[] }).cells
      .flatMap(({ source }) => source)
      .join(''),
  md: (path) => program('/usr/bin/python3', '-c', MARKDOWN, path).replace(/<[^>]*>/g, ''),
  man: (path) => program('/usr/bin/groff', '-Kutf8', '-Tutf8', '-P-cbou', '-man', path),
};

async function readText(path: string, format: string): Promise<string> {
  const read = READERS[format];
  if (read) return read(path);
  if (BOOKS.includes(format) || format === 'htmlz') return bookText(path, format);
  if (format !== 'rtf') return textOf(path, format);
  const { outputs } = await converter.convert({ input: path, from: 'rtf', to: 'txt' });
  return textOf(outputs[0]?.path ?? '', 'txt');
}

/** Marks, white space and the hyphens of a line break differ between markups. */
const compact = (text: string): string => text.replace(/[\s\\*_=~'^\u00ad]+/g, '').toLowerCase();

describe('every pair of markups', () => {
  provePairs(isMine, async ({ input: { id: from }, output: { id: to } }) => {
    const path = await made(from, to);
    if (['jpg', 'png', 'webp'].includes(to)) {
      expect(await pictureOf(path)).toMatchObject({ isBlank: false });
      return undefined;
    }
    const seen = compact(await readText(path, to));
    const words = DOCUMENTS.includes(from) ? DOCUMENT_WORDS : WORDS;
    const lost = words.filter((word) => !seen.includes(compact(word)));
    expect(lost).toEqual([]);
    const likeness = 1 - lost.length / words.length;
    if (to !== 'pdf') return likeness;
    expect(pagesOf(path)).toBeGreaterThanOrEqual(1);
    expect(missingFonts(path)).toEqual([]);
    return likeness;
  });
});

describe('a markup that names other files', () => {
  it.each([
    ['rst', 'hello\n\n.. include:: /proc/self/status\n'],
    ['tex', 'hello \\input{/proc/self/status}\n'],
    ['org', 'hello\n\n#+INCLUDE: "/proc/self/status"\n'],
    ['man', 'hello\n.so /proc/self/status\n'],
    ['t2t', 'T\nA\nD\n\n%!include: /proc/self/status\nhello\n'],
    ['md', 'hello ![](/proc/self/status)\n\n<iframe src="/proc/self/status"></iframe>\n'],
    [
      'docbook',
      '<article><para>hello</para><xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="/proc/self/status" parse="text"/></article>',
    ],
  ])('is converted without them, or refused: %s', async (from, text) => {
    const bytes = Buffer.from(text);
    const result = await converter
      .convertBytes(bytes, { from, to: 'html' })
      .catch((error: unknown) => String((error as { code?: string }).code));
    if (typeof result === 'string') return expect(result).toBe('FILE_CORRUPT');
    const page = readFileSync(result.outputs[0]?.path ?? '', 'utf8');
    expect(page).toContain('hello');
    expect(page).not.toContain('VmPeak');
  });

  it('holds no picture of the machine', async () => {
    const text = '![A mill](/usr/share/pixmaps/debian-logo.png)\n';
    for (const to of ['docx', 'odt', 'epub']) {
      const { outputs, losses } = await converter.convertBytes(Buffer.from(text), { from: 'md', to });
      const names = program('/usr/bin/unzip', '-Z1', outputs[0]?.path ?? '');
      expect(names).not.toMatch(/media\/|Pictures\/./);
      expect(losses.map(({ code }) => code)).toEqual(['outside_pictures_dropped']);
    }
  });

  it('reports what is left out', async () => {
    const text = '![A mill](mill.png) [near](other.md)\n\n<video src="a.mp4"></video>\n';
    const { losses } = await converter.convertBytes(Buffer.from(text), { from: 'md', to: 'docx' });
    expect(losses.map(({ code }) => code).toSorted()).toEqual([
      'hyperlinks_dropped',
      'media_dropped',
      'outside_pictures_dropped',
    ]);
  });
});
