import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Route } from '@filemill/formats';
import { declared, provenPairs } from '@filemill/formats/testing';
import { DATA } from '@filemill/local-stack';
import type { PairProof } from '@filemill/worker/proving';
import { hashOfRoute } from '@filemill/worker/testing';

/** Where the suites write the pairs that passed. */
export const PROOFS = `${DATA}/matrix`;

/** Hash of what a pair was proven with, the milliseconds that it took, and the likeness if one was measured. */
export type Row = readonly [hash: string, tookMs: number, likeness?: number];

/** A declared pair, and its proof if it has one that still holds. */
export interface PairState {
  readonly route: Route;
  readonly row: Row | undefined;
}

/** A pair as one word, such as `png>jpg`. */
export const pairOf = ({ input, output }: Route): string => `${input.id}>${output.id}`;

function* kept(): Generator<[pair: string, row: Row]> {
  const files = existsSync(PROOFS) ? readdirSync(PROOFS) : [];
  for (const file of files)
    for (const line of readFileSync(`${PROOFS}/${file}`, 'utf8').split('\n').filter(Boolean)) {
      const { from, to, hash, tookMs, likeness } = JSON.parse(line) as PairProof;
      yield [`${from}>${to}`, likeness === undefined ? [hash, tookMs] : [hash, tookMs, likeness]];
    }
}

/** Every declared pair. @param withTable - whether proofs of the committed table count, too */
export function pairStates(withTable: boolean): PairState[] {
  // A pair may have older proofs: only the one of today's hash counts.
  const rows = new Map<string, Row>();
  const add = (pair: string, row: Row) => rows.set(`${pair} ${row[0]}`, row);
  if (withTable)
    for (const [from, outputs] of Object.entries(provenPairs))
      for (const [to, row] of Object.entries(outputs)) add(`${from}>${to}`, row);
  for (const [pair, row] of kept()) add(pair, row);
  return declared
    .pairs()
    .map((route) => ({ route, row: rows.get(`${pairOf(route)} ${hashOfRoute(route)}`) }));
}
