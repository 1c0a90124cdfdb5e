import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Route } from '@filemill/formats';
import { isRepacking, provePairs } from '@filemill/worker/proving';
import { type Converter, createConverter } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isDataRoute } from './data-files.js';
import { RARE_BOOKS, writeRareBooks } from './ebook-rare.js';
import { bookText, similarity } from './ebook-reading.js';
import type { Outline } from './markup-outline.js';
import { isReadable, readOutline } from './markup-readers.js';
import { isFlowRoute, isMarkup, MARKUP_SAMPLES, TITLES, wantedOutline } from './markups.js';
import { drawnPictureOf, isPicture, missingFonts, pagesOf, textOf } from './reading.js';
import { isSubtitleRoute } from './subtitle-files.js';

const isMine = (route: Route): boolean =>
  !isDataRoute(route) &&
  !isSubtitleRoute(route) &&
  !isFlowRoute(route) &&
  !isRepacking(route) &&
  (isMarkup(route.input.id) || isMarkup(route.output.id));

/** One red pixel, as a PNG. */
const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const DOCUMENTS = ['docx', 'odt', 'html', 'txt'];
const BOOKS = ['epub', 'mobi', 'azw3', 'fb2', 'kepub'];

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
  for (const [format, path] of writeRareBooks(sources.get('epub') ?? '', folder)) sources.set(format, path);
});
afterAll(async () => {
  await converter.close();
  rmSync(folder, { recursive: true });
});

async function made(from: string, to: string): Promise<string> {
  const { outputs } = await converter.convert({ input: sources.get(from) ?? '', from, to });
  return outputs[0]?.path ?? '';
}

const program = (name: string, ...args: string[]): string =>
  execFileSync(name, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

/** The text of a format without a reader of its structure. */
async function readText(path: string, format: string): Promise<string> {
  if (['pdb', 'tcr', 'txtz', 'kepub', ...RARE_BOOKS].includes(format)) return bookText(path, format);
  if (format === 'doc') {
    program('/usr/bin/abiword', '--to=txt', '-o', `${path}.txt`, path);
    return readFileSync(`${path}.txt`, 'utf8');
  }
  if (format !== 'rtf') return textOf(path, format);
  const { outputs } = await converter.convert({ input: path, from: 'rtf', to: 'txt' });
  return textOf(outputs[0]?.path ?? '', 'txt');
}

/** What must be the same; a document's title may stand above its headings. @returns the likeness of the texts */
function expectAlike(seen: Partial<Outline>, wanted: Partial<Outline>, title: string | undefined): number {
  const { text = '', ...parts } = seen;
  const likeness = similarity([wanted.text ?? ''], text);
  expect(likeness).toBeGreaterThanOrEqual(0.99);
  const [first = '', ...others] = parts.headings ?? [];
  const isTitled = others.length === wanted.headings?.length && [title, 'Untitled'].includes(first);
  const compared = Object.entries({ ...parts, ...(isTitled && { headings: others }) }).filter(
    ([part]) => part in wanted,
  );
  expect(Object.fromEntries(compared)).toEqual(
    Object.fromEntries(compared.map(([part]) => [part, wanted[part as keyof Outline]])),
  );
  return likeness;
}

describe('a sample', () => {
  it.each(Object.keys(MARKUP_SAMPLES).filter(isReadable))(
    'is read alike by another program: %s',
    (format) => {
      const seen = readOutline(sources.get(format) ?? '', format);
      expectAlike(seen, wantedOutline(format), TITLES[format]);
    },
  );
});

describe('every pair of markups', () => {
  provePairs(isMine, async ({ input: { id: from }, output: { id: to } }) => {
    const path = await made(from, to);
    if (isPicture(to)) {
      expect(await drawnPictureOf(path, to)).toMatchObject({ isBlank: false });
      return undefined;
    }
    const wanted = wantedOutline(from);
    const seen = isReadable(to) ? readOutline(path, to) : { text: await readText(path, to) };
    const likeness = expectAlike(seen, wanted, TITLES[from] ?? wanted.headings?.[0]);
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

  it('reports nothing that the document did not have', async () => {
    for (const from of ['md', 'rst', 'tex']) {
      for (const to of ['docx', 'mobi', 'md', 'rst', 'man', 'mediawiki', 'tex']) {
        if (from === to) continue;
        const { losses } = await converter.convert({ input: sources.get(from) ?? '', from, to });
        expect({ from, to, losses }).toEqual({ from, to, losses: [] });
      }
    }
  });

  it('keeps the pictures that lie in a notebook, and reports them where the output has none', async () => {
    const data = { 'image/png': PICTURE };
    const cell = {
      cell_type: 'code',
      execution_count: 1,
      metadata: {},
      source: ['plot()'],
      outputs: [{ output_type: 'display_data', metadata: {}, data }],
    };
    const notebook = { nbformat: 4, nbformat_minor: 2, metadata: {}, cells: [cell] };
    const bytes = Buffer.from(JSON.stringify(notebook));
    const page = await converter.convertBytes(bytes, { from: 'ipynb', to: 'html' });
    expect(readFileSync(page.outputs[0]?.path ?? '', 'utf8')).toContain(`data:image/png;base64,${PICTURE}`);
    expect(page.losses).toEqual([]);
    const text = await converter.convertBytes(bytes, { from: 'ipynb', to: 'rst' });
    expect(text.losses.map(({ code }) => code)).toEqual(['pictures_dropped']);
  });

  it('has its title as first heading where the format has no field for one', async () => {
    const text = '---\ntitle: The mill\n---\n\n# Wheels\n\nthree\n';
    for (const to of ['mediawiki', 'dokuwiki', 'textile', 'zimwiki']) {
      const { outputs } = await converter.convertBytes(Buffer.from(text), { from: 'md', to });
      expect(readOutline(outputs[0]?.path ?? '', to).headings).toEqual(['The mill', 'Wheels']);
    }
  });

  it('keeps the text of a block of HTML', async () => {
    const text =
      '<p align="center"><b>bold</b> words</p>\n\n<table><tr><td>one</td><td>two</td></tr></table>\n';
    const { outputs } = await converter.convertBytes(Buffer.from(text), { from: 'md', to: 'rst' });
    expect(readOutline(outputs[0]?.path ?? '', 'rst')).toMatchObject({
      strong: ['bold'],
      rows: [['one', 'two']],
    });
  });
});
