import type { ConversionView } from '@filemill/api';
import type { Item, Options } from './item.js';

/** Expected result of files, from measurements of other files of the list. */
export interface Expectation {
  readonly fromBytes: number;
  readonly toBytes: number;
  /** Sum of the conversion times, without upload and waiting. */
  readonly seconds: number;
}

/** A measurement applies to files up to this many times smaller or larger; beyond it time is not proportional. */
const COMPARABLE = 4;

const keyOf = (options: Options): string => JSON.stringify(Object.entries(options).sort());

/** The finished conversions of the list that did the same, with the same settings, to a file of about that size. */
function likes(list: readonly Item[], item: Item, options: Options): readonly ConversionView[] {
  return list.flatMap(({ status, conversion, options: used }) => {
    if (status !== 'completed' || !conversion?.convertedSize) return [];
    const { inputFormat, outputFormat, originalSize } = conversion;
    const isSame =
      inputFormat === item.input?.format && outputFormat === item.target && keyOf(used) === keyOf(options);
    const times = originalSize / item.sizeBytes;
    return isSame && times <= COMPARABLE && times >= 1 / COMPARABLE ? [conversion] : [];
  });
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/**
 * Expected size and time. No guesses: undefined without a measured conversion of the same kind.
 *
 * @param list - all files, the finished ones among them
 * @param items - the files in question
 * @param options - settings that they would have, without defaults
 */
export function expectationOf(
  list: readonly Item[],
  items: readonly Item[],
  options: Options,
): Expectation | undefined {
  const each = items.map((item) => {
    const measured = likes(list, item, options);
    const share = item.sizeBytes / sum(measured.map(({ originalSize }) => originalSize));
    return {
      fromBytes: item.sizeBytes,
      toBytes: share * sum(measured.map(({ convertedSize }) => convertedSize ?? 0)),
      seconds: share * sum(measured.map(({ processingTime }) => processingTime ?? 0)),
    };
  });
  const isMeasured = each.length > 0 && each.every(({ toBytes }) => Number.isFinite(toBytes));
  if (!isMeasured) return undefined;
  return {
    fromBytes: sum(each.map(({ fromBytes }) => fromBytes)),
    toBytes: sum(each.map(({ toBytes }) => toBytes)),
    seconds: sum(each.map(({ seconds }) => seconds)),
  };
}
