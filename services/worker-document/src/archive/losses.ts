import { type Loss, type LossCode, lossOf } from '@filemill/formats';

/** Losses that the jailed script counts entries for. */
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
/** Allowed names of encodings. */
const CHARSET = /^[\w-]{1,32}$/;

/** The loss that the script reports; undefined for an unknown code. */
export function archiveLoss(code: string, count: number, word = ''): Loss | undefined {
  if (code === 'names_reencoded') return CHARSET.test(word) ? lossOf(code, { charset: word }) : undefined;
  const known = COUNTED.find((counted) => counted === code);
  return known && Number.isSafeInteger(count) && count > 0 ? lossOf(known, { count }) : undefined;
}
