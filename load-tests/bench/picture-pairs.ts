import { registry } from '@filemill/formats';
import sharp from 'sharp';
import { inTempFolder } from './bare.ts';
import { compareAlone, compareSaturated, type Pair } from './compare.ts';
import type { InputPaths } from './inputs.ts';
import { convert, type RunningStack } from './service.ts';

/** Below this much processor time of bare sharp, the service's own part weighs more. */
const LONG_SECONDS = 0.3;
const COUNT = { long: 12, short: 32 };

/** sharp with nothing around it, warm in this process, with the arguments of the format's declaration. */
async function bareSharp(input: string, outputFormat: string): Promise<void> {
  const write = registry.format(outputFormat)?.write?.sharp;
  if (!write) throw new Error(`sharp does not write ${outputFormat}`);
  const args = write.args?.(write.options?.parse({}) ?? {}, { isGraphic: false, isFinal: true, softness: 0 });
  const saver = write.saver as 'jpeg' | 'png' | 'webp' | 'avif';
  await inTempFolder((folder) => {
    const picture = sharp(input).autoOrient();
    return picture[saver](args).toFile(`${folder}/out.${outputFormat}`);
  });
}

/** Compares pairs of pictures of 12 megapixels with sharp, each alone and saturated by many guests. */
export async function benchPicturePairs({ url }: RunningStack, input: InputPaths): Promise<void> {
  const pairs: [what: string, file: string, outputFormat: string][] = [
    ['JPEG to WebP', input.photo, 'webp'],
    ['JPEG to PNG', input.photo, 'png'],
    ['JPEG to AVIF', input.photo, 'avif'],
    ['progressive JPEG to WebP', input.progressive, 'webp'],
    ['4:4:4 JPEG to WebP', input.fullColour, 'webp'],
    ['WebP to JPEG', input.webp, 'jpg'],
    ['PNG to WebP', input.png, 'webp'],
    ['PNG to JPEG', input.png, 'jpg'],
    ['AVIF to JPEG', input.avif, 'jpg'],
    ['1-megapixel JPEG to WebP', input.snapshot, 'webp'],
  ];
  for (const [what, file, outputFormat] of pairs) {
    const pair: Pair = {
      engine: 'sharp',
      bare: () => bareSharp(file, outputFormat),
      service: () => convert(url, file, outputFormat),
    };
    const alone = await compareAlone(what, pair, 5, 'added <= 40 ms');
    const isLong = alone.processor.bare >= LONG_SECONDS;
    const count = isLong ? COUNT.long : COUNT.short;
    const saturation = { count, bareInFlight: 2, serviceInFlight: 4 };
    await compareSaturated('by many guests', pair, saturation, isLong ? '>= 0.95 x' : '>= 0.9 x');
  }
}
