import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { makeCorpus } from './corpus.mjs';
import { fuzz } from './fuzz.mjs';
import { FORMATS } from './readers.mjs';

const SEED = 16;
const INPUTS = 640;
/** Twenty times what `npm run fuzz` allows: what is found here is no matter of the machine. */
const MAX_CPU_MS = 2_000;

const folder = mkdtempSync(join(tmpdir(), 'fuzz-'));
let corpus;

beforeAll(async () => {
  corpus = await makeCorpus(folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

it('begins with a file of every format', () => {
  const made = new Set(corpus.map(({ format }) => format));
  expect(FORMATS.filter((format) => !made.has(format))).toEqual([]);
});

it('finds no changed file at which a reader fails, hangs or takes memory', async () => {
  const isOver = (index) => index >= INPUTS;
  const { inputs, findings } = await fuzz({ corpus, seed: SEED, threads: 2, isOver, maxCpuMs: MAX_CPU_MS });
  expect(inputs).toBe(INPUTS);
  expect(
    findings.map(({ kind, reader, detail, input }) => [kind, reader, detail, input?.name, input?.changes]),
  ).toEqual([]);
});
