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

const isInput = (format: string | undefined): boolean =>
  format !== undefined && registry.format(format)?.read !== undefined;
/** Formats that may have the bytes of a content: the name decides between them. One that is only written is no name. */
const sharing = (content: string): string[] =>
  FORMATS.filter((format) => registry.format(format)?.sharesBytesWith?.includes(content)).filter(
    (format) => isInput(format) || !isInput(resolveFormat(content, undefined)),
  );
/** Formats without a signature: their content identifies none of them, so the name alone decides. */
const BY_NAME = FORMATS.filter((format) => registry.format(format)?.noSignature);

it.each(FORMATS)(
  'finds %s by its content, and lets the name decide only where contents are alike',
  async (format) => {
    for (const { bytes } of corpus.filter((file) => file.format === format)) {
      const detected = await detect(bytes);
      const alike =
        detected === undefined
          ? [...BY_NAME, undefined]
          : [resolveFormat(detected, undefined), ...sharing(detected)];
      const taken = new Set(FORMATS.map((named) => resolveFormat(detected, named)));
      expect([...taken].sort()).toEqual([...new Set(alike)].toSorted());
      const isOnlyWritten = detected !== undefined && !isInput(format) && isInput(alike[0]);
      expect(alike).toContain(isOnlyWritten ? alike[0] : format);
    }
  },
);
