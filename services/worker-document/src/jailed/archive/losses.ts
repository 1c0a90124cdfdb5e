import type { ArchiveDetail, LossCode } from '@filemill/formats';
import type { EntryProperties } from './clean-tar.js';
import type { ArchivePlan } from './planner.js';

/** Its code, the number of affected entries, and a parameter. */
type CountedLoss = readonly [code: LossCode, count: number, word: string];

/**
 * What the result lacks, or has in another form.
 *
 * @param lacks - what the output format cannot hold
 * @param decomposedNames - names that bsdtar composed before it listed them; it may have listed some unchanged
 */
export function lossesOf(
  lacks: readonly ArchiveDetail[],
  { counts, charset, listed }: ArchivePlan,
  seen: EntryProperties,
  decomposedNames: number,
): CountedLoss[] {
  const ifLacking = (detail: ArchiveDetail, count: number): number => (lacks.includes(detail) ? count : 0);
  const losses: CountedLoss[] = [
    ['links_dropped', counts.links, ''],
    ['unsafe_names_dropped', counts.unsafe, ''],
    ['duplicates_dropped', counts.duplicates, ''],
    ['names_made_safe', counts.madeSafe, ''],
    ['names_numbered', counts.renamed, ''],
    ['names_reencoded', charset ? listed.length : 0, charset ?? ''],
    ['names_normalised', Math.max(counts.normalised, decomposedNames), ''],
    ['attributes_dropped', seen.attributes, ''],
    ['owners_dropped', ifLacking('owners', seen.owners), ''],
    ['owner_names_dropped', ifLacking('owner names', seen.ownerNames), ''],
    ['times_rounded', ifLacking('fractions of seconds', seen.fractions), ''],
    ['times_out_of_range', ifLacking('times before 1980', seen.outOfZip), '1980-2038'],
    ['times_out_of_range', ifLacking('times before 1970', seen.outOfCpio), '1970-2106'],
  ];
  return losses.filter(([, count]) => count > 0);
}
