import type { LossCode } from './losses.js';

/** What is known to be lost before a conversion, and what it costs when two routes are compared. */
interface TraitSpec {
  /** Code of the loss; of {@link LOSSES} if an engine reports it after the conversion. */
  readonly loss: LossCode | OwnCode;
  /** How much people miss it: 1 is hardly noticed, 100 is the content itself. */
  readonly weight: number;
}

/** Losses of every conversion of a pair: nothing has to be found in the file, so no engine reports them. */
const OWN_CODES = [
  'flow_fixed',
  'formatting_dropped',
  'formulas_dropped',
  'profile_dropped',
  'sound_dropped',
  'text_rasterised',
  'video_dropped',
] as const;
type OwnCode = (typeof OWN_CODES)[number];

/** What a format can hold. What a source holds and a target does not is lost. */
export const TRAITS = {
  text: { loss: 'text_rasterised', weight: 40 },
  flow: { loss: 'flow_fixed', weight: 15 },
  formatting: { loss: 'formatting_dropped', weight: 25 },
  layout: { loss: 'layout_dropped', weight: 10 },
  formulas: { loss: 'formulas_dropped', weight: 12 },
  pictures: { loss: 'pictures_dropped', weight: 20 },
  'outside pictures': { loss: 'outside_pictures_dropped', weight: 3 },
  vectors: { loss: 'vector_rasterised', weight: 14 },
  links: { loss: 'hyperlinks_dropped', weight: 5 },
  styles: { loss: 'styles_dropped', weight: 4 },
  fonts: { loss: 'fonts_dropped', weight: 3 },
  forms: { loss: 'forms_dropped', weight: 4 },
  media: { loss: 'media_dropped', weight: 8 },
  scripts: { loss: 'scripts_dropped', weight: 1 },

  animation: { loss: 'animation_dropped', weight: 30 },
  transparency: { loss: 'transparency_flattened', weight: 12 },
  'many colours': { loss: 'colours_reduced', weight: 20 },
  'large pictures': { loss: 'size_reduced', weight: 20 },
  '16 bits': { loss: 'colour_depth_reduced', weight: 6 },
  'high dynamic range': { loss: 'hdr_converted', weight: 5 },
  profile: { loss: 'profile_dropped', weight: 4 },
  metadata: { loss: 'metadata_dropped', weight: 3 },

  video: { loss: 'video_dropped', weight: 100 },
  sound: { loss: 'sound_dropped', weight: 60 },
  'wide pictures': { loss: 'picture_downscaled', weight: 10 },
  'several videos': { loss: 'video_tracks_dropped', weight: 8 },
  'several sounds': { loss: 'audio_tracks_dropped', weight: 10 },
  subtitles: { loss: 'subtitles_dropped', weight: 9 },
  'several subtitles': { loss: 'subtitle_tracks_dropped', weight: 3 },
  'subtitle styles': { loss: 'subtitle_styles_dropped', weight: 2 },
  surround: { loss: 'channels_downmixed', weight: 7 },
  'full sample rate': { loss: 'sample_rate_reduced', weight: 6 },
  'high sample rate': { loss: 'sample_rate_reduced', weight: 2 },
  'high sample depth': { loss: 'sample_depth_reduced', weight: 2 },
  cover: { loss: 'cover_dropped', weight: 3 },
  attachments: { loss: 'attachments_dropped', weight: 2 },

  owners: { loss: 'owners_dropped', weight: 2 },
  'owner names': { loss: 'owner_names_dropped', weight: 1 },
  'times before 1980': { loss: 'times_out_of_range', weight: 1 },
  'fractions of seconds': { loss: 'times_rounded', weight: 1 },

  'quadratic outlines': { loss: 'outlines_rounded', weight: 3 },
  'cubic outlines': { loss: 'outlines_approximated', weight: 6 },
  variations: { loss: 'variations_dropped', weight: 10 },
  hints: { loss: 'hinting_dropped', weight: 4 },
  signature: { loss: 'signature_dropped', weight: 2 },
  'font metadata': { loss: 'font_metadata_dropped', weight: 1 },
  'private data': { loss: 'private_data_dropped', weight: 1 },
} as const satisfies Record<string, TraitSpec>;

/** Something that a format can hold; a key of {@link TRAITS}. */
export type Trait = keyof typeof TRAITS;

/** Whether a word is a trait that can be lost. */
export const isTrait = (word: string): word is Trait => Object.hasOwn(TRAITS, word);

/** Each expected loss in English, to follow "May be lost:"; the site has it in every language. */
export const EXPECTED_LOSSES = {
  text_rasterised: 'text that can be selected',
  flow_fixed: 'text that adapts to the page',
  formatting_dropped: 'formatting',
  formulas_dropped: 'formulas',
  profile_dropped: 'colours outside sRGB',
  video_dropped: 'video',
  sound_dropped: 'sound',

  layout_dropped: 'page layout, headers and footers',
  pictures_dropped: 'pictures',
  outside_pictures_dropped: 'pictures outside the file',
  vector_rasterised: 'drawings that stay sharp at any size',
  hyperlinks_dropped: 'links',
  styles_dropped: 'the document’s own styles',
  fonts_dropped: 'embedded fonts',
  forms_dropped: 'forms',
  media_dropped: 'embedded sound and video',
  scripts_dropped: 'scripts',

  animation_dropped: 'all frames but the first',
  transparency_flattened: 'transparency',
  colours_reduced: 'more than 256 colours',
  size_reduced: 'sizes above 256 pixels',
  colour_depth_reduced: 'more than 8 bits per colour',
  hdr_converted: 'high dynamic range',
  metadata_dropped: 'date, place and camera settings',

  picture_downscaled: 'widths above 640 pixels',
  video_tracks_dropped: 'further video tracks',
  audio_tracks_dropped: 'further audio tracks',
  subtitles_dropped: 'subtitles',
  subtitle_tracks_dropped: 'further subtitle tracks',
  subtitle_styles_dropped: 'styles of subtitles',
  channels_downmixed: 'surround sound',
  sample_rate_reduced: 'high sample rates',
  sample_depth_reduced: 'high sample depths',
  cover_dropped: 'the cover picture',
  attachments_dropped: 'attachments',

  owners_dropped: 'owners of files',
  owner_names_dropped: 'names of owners',
  times_out_of_range: 'times before 1980',
  times_rounded: 'fractions of seconds',

  outlines_rounded: 'exact points of curves',
  outlines_approximated: 'exact curves',
  variations_dropped: 'the axes of a variable font',
  hinting_dropped: 'hints for small sizes',
  signature_dropped: 'the digital signature',
  font_metadata_dropped: 'metadata of the WOFF file',
  private_data_dropped: 'private data of the WOFF file',
} as const satisfies Record<(typeof TRAITS)[Trait]['loss'], string>;

/** Code of a loss that can be expected; a key of {@link EXPECTED_LOSSES}. */
export type ExpectedLossCode = keyof typeof EXPECTED_LOSSES;

/** A set of traits, one bit each in the order of {@link TRAITS}: the planner compares thousands. */
export type TraitSet = bigint;

const BITS = new Map(Object.keys(TRAITS).map((trait, index) => [trait, 1n << BigInt(index)]));

/** Whatever a format may hold. */
export const ALL_TRAITS: TraitSet = (1n << BigInt(BITS.size)) - 1n;

/** The set of some traits. */
export const traitSet = (traits: readonly Trait[]): TraitSet =>
  traits.reduce((set, trait) => set | (BITS.get(trait) ?? 0n), 0n);

/** All but some. */
export const without = (set: TraitSet, traits: readonly Trait[]): TraitSet => set & ~traitSet(traits);

/** Sum of the weights. */
export const weightOf = (lost: TraitSet): number =>
  traitsIn(lost).reduce((sum, trait) => sum + TRAITS[trait].weight, 0);

/** Codes of losses, the heaviest first. */
export const lossCodesOf = (lost: TraitSet): readonly ExpectedLossCode[] => [
  ...new Set(
    traitsIn(lost)
      .toSorted((a, b) => TRAITS[b].weight - TRAITS[a].weight)
      .map((trait) => TRAITS[trait].loss),
  ),
];

const traitsIn = (set: TraitSet): Trait[] =>
  (Object.keys(TRAITS) as Trait[]).filter((trait) => (set & (BITS.get(trait) ?? 0n)) !== 0n);
