import type { LossCode } from '@filemill/formats';
import { type Feature, heldIn, madeOnce, type SeededFile } from '@filemill/worker/proving';
import type { Converter } from '@filemill/worker/testing';
import { fileOf, inspectFonts, makeFonts, plainOf, sfntOf, tablesOf, withMetadata } from './font-files.js';

const METADATA = '<?xml version="1.0"?><metadata version="1.0"><vendor name="Mill"/></metadata>';
/** One signature, of nothing: OpenType 1.9, DSIG. */
const SIGNATURE = Buffer.from([0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 8, 0, 0, 0, 20, 0, 0, 0, 0]);

const isVariable = (path: string): boolean =>
  !/\.(?:ufoz|svg)$/.test(path) &&
  inspectFonts(plainOf(path)).some(({ tables }) => tables.fvar !== undefined);
/** Of quadratic outlines, which OTF has not, and of cubic ones, which TTF and EOT have not. */
const VARIATIONS: Feature = {
  code: 'variations_dropped',
  isHeldBy: heldIn('woff', 'woff2', 'webfont', 'ttf', 'eot'),
  isSeen: isVariable,
};
const CUBIC_VARIATIONS: Feature = { ...VARIATIONS, isHeldBy: heldIn('woff', 'woff2', 'webfont', 'otf') };
const HINTS: Feature = {
  code: 'hinting_dropped',
  isHeldBy: heldIn('woff', 'woff2', 'webfont', 'ttf', 'eot'),
};
/** Kerning is described in text, other features are not. */
const LAYOUT: Feature = {
  code: 'layout_features_dropped',
  isHeldBy: heldIn('woff', 'woff2', 'webfont', 'ttf', 'eot', 'otf'),
};
const BESIDE: readonly Feature[] = (['font_metadata_dropped', 'private_data_dropped'] as const).map(
  (code) => ({ code, isHeldBy: heldIn('woff', 'woff2', 'webfont') }),
);
/** The writer of WOFF2 changes the bytes that are signed. */
const SIGNED: Feature = { code: 'signature_dropped', isHeldBy: heldIn('woff', 'ttf', 'eot') };

const fromQuadratic: SeededFile['always'] = ({ id }): LossCode[] =>
  id === 'otf' ? ['outlines_rounded'] : [];
const fromCubic: SeededFile['always'] = ({ id }): LossCode[] =>
  ['ttf', 'eot'].includes(id) ? ['outlines_approximated'] : [];

/** Fonts of the corpus. @param converter - makes WOFF and OTF of the plain font */
export function seededFonts(converter: () => Converter): SeededFile[] {
  const made = makeFonts();
  const converted = async (input: string, from: string, to: string): Promise<string> =>
    (await converter().convert({ input, from, to })).outputs[0]?.path ?? '';
  const plainWoff = (): Promise<string> => converted(made('two.ttf'), 'ttf', 'woff');
  const seededWoff = async (): Promise<string> =>
    fileOf(withMetadata(await plainWoff(), METADATA), 'seeded.woff');
  return [
    {
      name: 'a variable TTF with hints',
      from: 'ttf',
      features: [VARIATIONS, HINTS, LAYOUT],
      make: (has) => made(has ? 'variable.ttf' : 'two.ttf'),
      always: fromQuadratic,
    },
    {
      name: 'a variable OTF',
      from: 'otf',
      features: [CUBIC_VARIATIONS, LAYOUT],
      make: madeOnce((has) => (has ? made('variable.otf') : converted(made('two.ttf'), 'ttf', 'otf'))),
      always: fromCubic,
    },
    {
      name: 'a WOFF with metadata and private data',
      from: 'woff',
      features: BESIDE,
      make: madeOnce((has) => (has ? seededWoff() : plainWoff())),
      always: fromQuadratic,
    },
    {
      name: 'a WOFF2 with metadata and private data',
      from: 'woff2',
      features: BESIDE,
      make: madeOnce(async (has) => converted(has ? await seededWoff() : await plainWoff(), 'woff', 'woff2')),
      always: fromQuadratic,
    },
    {
      name: 'a signed TTF',
      from: 'ttf',
      features: [SIGNED],
      make: madeOnce((has) => {
        const tables = tablesOf(made('two.ttf'));
        const signed = [{ tag: 'DSIG', bytes: SIGNATURE }, ...tables];
        return fileOf(sfntOf(has ? signed : tables), 'signed.ttf');
      }),
      always: fromQuadratic,
    },
  ];
}
