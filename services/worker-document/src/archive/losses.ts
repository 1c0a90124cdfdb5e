import type { Loss } from '@filemill/worker';

const entries = (count: number): string =>
  count === 1 ? '1 entry' : `${count.toLocaleString('en-US')} entries`;

const MESSAGES: Readonly<Record<string, (count: number, word: string) => string>> = {
  links_dropped: (count) => `Links, devices and pipes are never unpacked: ${entries(count)} left out.`,
  duplicates_dropped: (count) =>
    `Of names that came several times the last is kept: ${entries(count)} left out.`,
  names_numbered: (count) => `Names that some systems take for the same are numbered: ${entries(count)}.`,
  names_reencoded: (_, word) => `Names were not in UTF-8. They were read as ${word} and are UTF-8 now.`,
  attributes_dropped: (count) => `Extended attributes and access lists are not kept: ${entries(count)}.`,
  owners_dropped: (count) => `This format holds no owners and groups: ${entries(count)} had them.`,
  owner_names_dropped: (count) =>
    `This format holds owners by number, not by name: ${entries(count)} had names.`,
  times_rounded: (count) => `This format holds times in seconds: ${entries(count)} had fractions.`,
  times_out_of_range: (count) => `This format holds times from 1980 to 2038: ${entries(count)} had others.`,
};

/** What the jailed script counted, in words; undefined for what it does not count. */
export function lossOf(code: string, count: number, word = ''): Loss | undefined {
  const message = Object.hasOwn(MESSAGES, code) ? MESSAGES[code] : undefined;
  if (!message || !Number.isSafeInteger(count) || !/^[\w-]*$/.test(word)) return undefined;
  return { code, message: message(count, word) };
}
