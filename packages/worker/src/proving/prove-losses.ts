import type { FormatSpec, LossCode } from '@filemill/formats';
import { declared } from '@filemill/formats/testing';
import { expect, it } from '@jest/globals';
import { settingsMeant } from '../conversion/refined.js';
import type { Converter } from '../testing/convert-file.js';
import { ofToday } from '../testing/of-today.js';
import { isRepacking } from './prove-pairs.js';

/** Cases of an ordinary test run. */
const CASES_A_DAY = 60;

/** A property of a file that some formats cannot hold. */
export interface Feature {
  /** Reported if the output cannot hold it. */
  readonly code: LossCode;
  /** By the standard of the format; not by its declaration, which the test examines. */
  readonly isHeldBy: (format: FormatSpec) => boolean;
  /** Whether an output has it, as another program than its writer sees it; undefined: none can tell. */
  readonly isSeen?: (path: string, format: string) => Promise<boolean | undefined> | boolean | undefined;
}

/** A file with known features, and the same file without them. */
export interface SeededFile {
  /** For the title of the test. */
  readonly name: string;
  /** Id of its format. */
  readonly from: string;
  readonly features: readonly Feature[];
  /** Path of the file. @param hasFeatures - false: the plain file */
  readonly make: (hasFeatures: boolean) => Promise<string> | string;
  /** Targets; all by default. */
  readonly isTarget?: (format: FormatSpec) => boolean;
  /** Losses that every file of this format has in this target. */
  readonly always?: (format: FormatSpec) => readonly LossCode[];
}

/**
 * One test for each file and target, of which an ordinary test run takes some: exactly the features that the target cannot hold are reported, and nothing of the
 * plain file. A last test counts the losses that were expected.
 *
 * @param atLeast - losses that the suite must expect in total
 */
export function proveLosses(files: readonly SeededFile[], converter: () => Converter, atLeast: number): void {
  const cases = files.flatMap((file) =>
    declared
      .targets(file.from)
      .filter(({ output }) => file.isTarget?.(output) ?? true)
      // Instead of one that lacks something, the upload itself is the result, or what it is packed into.
      .filter((route) => !isRepacking(route) && settingsMeant(route, {}).lossless !== true)
      .map(({ output }) => ({ file, output, lost: lostIn(file, output) })),
  );
  it.concurrent.each(ofToday(cases, CASES_A_DAY).map((one) => [titleOf(one), one] as const))(
    'reports %s',
    async (_, one) => {
      const { file, output, lost } = one;
      const always = file.always?.(output) ?? [];
      const convert = async (hasFeatures: boolean) => {
        const input = await file.make(hasFeatures);
        const { outputs, losses } = await converter().convert({ input, from: file.from, to: output.id });
        return { path: outputs[0]?.path ?? '', codes: losses.map(({ code }) => code).toSorted() };
      };
      const seeded = await convert(true);
      expect(seeded.codes).toEqual([...new Set([...lost, ...always])].toSorted());
      for (const { code, isHeldBy, isSeen } of file.features) {
        const isThere = await isSeen?.(seeded.path, output.id);
        if (isThere !== undefined) expect([code, isThere]).toEqual([code, isHeldBy(output)]);
      }
      expect((await convert(false)).codes).toEqual(always.toSorted());
    },
  );
  it(`expects at least ${atLeast} losses`, () => {
    expect(cases.flatMap(({ lost }) => lost).length).toBeGreaterThanOrEqual(atLeast);
  });
}

const lostIn = ({ features }: SeededFile, output: FormatSpec): LossCode[] =>
  features.filter(({ isHeldBy }) => !isHeldBy(output)).map(({ code }) => code);

const titleOf = ({
  file,
  output,
  lost,
}: {
  file: SeededFile;
  output: FormatSpec;
  lost: LossCode[];
}): string => `${lost.join(', ') || 'nothing'}: ${file.name} to ${output.id}`;

/** Makes each file once. @param make - writes the file and returns its path */
export function madeOnce(make: (hasFeatures: boolean) => Promise<string> | string): SeededFile['make'] {
  const made = new Map<boolean, Promise<string>>();
  return (hasFeatures) => {
    const known = made.get(hasFeatures) ?? Promise.resolve(make(hasFeatures));
    made.set(hasFeatures, known);
    return known;
  };
}

/** For {@link Feature.isHeldBy}: the formats that hold it, by their ids. */
export const heldIn =
  (...ids: readonly string[]) =>
  ({ id }: FormatSpec): boolean =>
    ids.includes(id);
