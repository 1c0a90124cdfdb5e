import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { registry, resolveFormat } from '@filemill/formats';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type CorpusFile, makeCorpus } from './corpus.ts';
import { fuzz } from './fuzz.ts';
import { detect, FORMATS } from './readers.ts';

const SEED = 16;
const INPUTS = 640;
/** Twenty times the limit of `npm run fuzz`, so that a slow machine causes no finding. */
const MAX_CPU_MS = 2_000;

const folder = mkdtempSync(join(tmpdir(), 'fuzz-'));
let corpus: CorpusFile[];

beforeAll(async () => {
  corpus = await makeCorpus(folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

it('has a file of every format in its corpus', () => {
  const made = new Set(corpus.map(({ format }) => format));
  expect(FORMATS.filter((format) => !made.has(format))).toEqual([]);
});

it('finds no mutated file that makes a reader fail, hang or leak memory', async () => {
  const isOver = (index: number): boolean => index >= INPUTS;
  const { inputs, findings } = await fuzz({ corpus, seed: SEED, threads: 2, isOver, maxCpuMs: MAX_CPU_MS });
  expect(inputs).toBe(INPUTS);
  expect(
    findings.map(({ kind, reader, detail, input }) => [kind, reader, detail, input?.name, input?.changes]),
  ).toEqual([]);
});

/** The name decides between these alone, and only where the content shows no more than the first of them. */
const sharing = (detected: string): string[] => [
  detected,
  ...FORMATS.filter((format) => registry.format(format)?.sharesBytesWith?.includes(detected)),
];
const PACKAGES = sharing('zip');
/** Texts whose structure identifies them, unless their name says that it does not matter. */
const STRUCTURED = FORMATS.filter((format) =>
  registry.format(format)?.sharesBytesWith?.includes('txt'),
).filter((format) => registry.format(format)?.signature);
/** What the content of texts without a structure of their own is taken for. */
const LIKE_TEXT = FORMATS.filter(
  (format) => format === 'txt' || registry.format(format)?.sharesBytesWith?.includes('txt'),
);
const MATROSKA = ['mkv', 'mka'];
/** Formats without a signature: their content identifies none of them, so the name alone decides. */
const BY_NAME = FORMATS.filter((format) => registry.format(format)?.noSignature);
const NAMED: Readonly<Record<string, readonly (string | undefined)[]>> = {
  ...Object.fromEntries(LIKE_TEXT.map((format) => [format, sharing('txt')])),
  ...Object.fromEntries(STRUCTURED.map((format) => [format, sharing(format)])),
  geojson: sharing('json'),
  ...{ zip: PACKAGES, mkv: MATROSKA, mka: MATROSKA },
  ...{ opus: ['opus', 'ogg'], spx: ['spx', 'ogg'], tga: [...BY_NAME, undefined] },
};

it.each(FORMATS)('finds %s by its content, whatever its name says', async (format) => {
  for (const { bytes } of corpus.filter((file) => file.format === format)) {
    const detected = await detect(bytes);
    const taken = new Set(FORMATS.map((named) => resolveFormat(detected, named)));
    expect([...taken].sort()).toEqual((NAMED[format] ?? [format]).toSorted());
  }
});
