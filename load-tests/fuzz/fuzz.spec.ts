import { describe, expect, it } from '@jest/globals';
import { createRandom } from '../shared/random.ts';
import type { CorpusFile } from './corpus.ts';
import { type FuzzOptions, fuzz } from './fuzz.ts';
import { inputOf } from './input.ts';
import { MAX_BYTES, mutate } from './mutate.ts';

const readers = new URL('testing/planted.ts', import.meta.url);
const corpusOf = (...formats: string[]): CorpusFile[] =>
  formats.map((format) => ({ name: `in.${format}`, format, bytes: Buffer.from(`a ${format} file`) }));
const run = (corpus: CorpusFile[], inputs: number, options: Partial<FuzzOptions> = {}) =>
  fuzz({
    corpus,
    seed: 1,
    threads: 1,
    maxCpuMs: 200,
    timeoutsMs: [10_000, 60_000],
    readers,
    isOver: (index) => index >= inputs,
    ...options,
  });

describe('mutate', () => {
  const [right, other] = [Buffer.alloc(5_000, '0123456789abcdef'), Buffer.alloc(3_000, '\0\x01')];

  it('makes different files of at most 1 MiB, and the same file for the same number', () => {
    for (let seed = 0; seed < 300; seed++) {
      const made = mutate(right, other, createRandom(seed));
      expect(made.bytes.length).toBeLessThanOrEqual(MAX_BYTES);
      const again = mutate(right, other, createRandom(seed));
      expect([again.changes, again.bytes.equals(made.bytes)]).toEqual([made.changes, true]);
    }
    expect(right.equals(Buffer.alloc(5_000, '0123456789abcdef'))).toBe(true);
  });

  it('mutates every file, including an empty one', () => {
    for (let seed = 0; seed < 300; seed++)
      for (const bytes of [Buffer.alloc(0), Buffer.from('a')])
        expect(mutate(bytes, Buffer.alloc(0), createRandom(seed)).bytes).toBeInstanceOf(Buffer);
  });
});

describe('fuzz', () => {
  it('reports nothing for readers that return a result or refuse', async () => {
    const { inputs, findings, formats } = await run(corpusOf('right', 'refusing'), 40, { threads: 2 });
    expect([inputs, findings]).toEqual([40, []]);
    expect([...formats.keys()].sort()).toEqual(['refusing', 'right']);
  });

  it.each([
    ['crashing', 'crash', /TypeError: planted/],
    ['slow', 'slow', /^\d+ ms$/],
    ['endless', 'endless', /^no answer in 10 s$/],
    ['dying', 'death', /memory limit/],
    ['taking', 'memory', /^takes \d+\.\d MB of buffers$/],
  ])('finds a reader that is %s, and continues', async (format, kind, detail) => {
    const corpus = corpusOf('right', format, 'right');
    const { inputs, findings } = await run(corpus, 3, format === 'endless' ? { timeoutsMs: [10_000] } : {});
    expect(inputs).toBe(3);
    const [finding, ...others] = findings;
    expect([finding?.kind, others]).toEqual([kind, []]);
    expect(finding?.detail).toMatch(detail);
    // Its number creates the same input again.
    expect(finding?.input).toEqual(inputOf(corpus, 1, 1));
  });

  it('finds readers that do not release memory', async () => {
    const { findings } = await run(corpusOf('leaking'), 100, { memoryEvery: 10 });
    expect(findings.map(({ kind }) => kind)).toEqual(['memory']);
    expect(findings[0]?.detail).toMatch(/^a thread holds/);
  });
});
