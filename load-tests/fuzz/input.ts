import { createRandom } from '../shared/random.ts';
import type { CorpusFile } from './corpus.ts';
import { type Mutated, mutate } from './mutate.ts';

/** A mutated file, and the number that makes the same one again. */
export interface Input extends Mutated {
  readonly index: number;
  /** Of the valid file. */
  readonly name: string;
  readonly format: string;
}

/** The input of a number: the same for the same corpus and seed, whichever thread gets it. */
export function inputOf(corpus: readonly CorpusFile[], seed: number, index: number): Input {
  const random = createRandom((seed + Math.imul(index, 0x9e3779b1)) >>> 0);
  const file = corpus[index % corpus.length];
  if (!file) throw new Error('the corpus is empty');
  const { name, format, bytes } = file;
  return { index, name, format, ...mutate(bytes, random.pick(corpus).bytes, random) };
}
