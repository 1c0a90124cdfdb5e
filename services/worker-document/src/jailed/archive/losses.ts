import type { Seen } from './clean-tar.js';
import type { Plan } from './judge.js';

/** A stable code, how many entries it concerns, and a word that belongs to it. */
export type CountedLoss = readonly [code: string, count: number, word: string];

/**
 * What the result does not have of the archive, or has otherwise.
 *
 * @param decomposedNames - which bsdtar made whole before it listed them; some of them it may have listed as they are
 */
export function lossesOf(
  to: string,
  { counts, charset, listed }: Plan,
  seen: Seen,
  decomposedNames: number,
): CountedLoss[] {
  const losses: CountedLoss[] = [
    ['links_dropped', counts.links, ''],
    ['duplicates_dropped', counts.duplicates, ''],
    ['names_numbered', counts.renamed, ''],
    ['names_reencoded', charset ? listed.length : 0, charset ?? ''],
    ['names_normalised', Math.max(counts.normalised, decomposedNames), ''],
    ['attributes_dropped', seen.attributes, ''],
    ['owners_dropped', to === '7z' ? seen.owners : 0, ''],
    ['owner_names_dropped', to === 'zip' ? seen.ownerNames : 0, ''],
    ['times_rounded', to === 'zip' ? seen.fractions : 0, ''],
    ['times_out_of_range', to === 'zip' ? seen.outOfRange : 0, ''],
  ];
  return losses.filter(([, count]) => count > 0);
}
