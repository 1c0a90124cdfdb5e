import { type Loss, type LossCode, lossOf } from '@filemill/formats';

/** What the jailed script counts entries of. */
const COUNTED: readonly LossCode[] = [
  'attributes_dropped',
  'duplicates_dropped',
  'links_dropped',
  'names_made_safe',
  'names_normalised',
  'names_numbered',
  'owner_names_dropped',
  'owners_dropped',
  'times_out_of_range',
  'times_rounded',
  'unsafe_names_dropped',
];
/** Names that it may give to an encoding. */
const CHARSET = /^[\w-]{1,32}$/;

/** What the script says that an archive lost, in words; undefined for what it does not say. */
export function archiveLoss(code: string, count: number, word = ''): Loss | undefined {
  if (code === 'names_reencoded') return CHARSET.test(word) ? lossOf(code, { charset: word }) : undefined;
  const known = COUNTED.find((counted) => counted === code);
  return known && Number.isSafeInteger(count) && count > 0 ? lossOf(known, { count }) : undefined;
}
