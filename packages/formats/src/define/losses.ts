/** What a text of a loss is filled with. `count` also decides between one and several. */
export type LossParams = Readonly<Record<string, string | number>>;

/** Something that the user should know was dropped, substituted or re-encoded. */
export interface Loss {
  readonly code: LossCode;
  /** Values for the names in braces; empty for most texts. */
  readonly params: LossParams;
  /** In English. */
  readonly message: string;
}

/** In the form of i18next: `{{name}}` is a parameter; `one` and `other` are plural forms. */
type LossText =
  | string
  | { readonly one: string; readonly other: string }
  /** By the parameter `unit`: i18next's context. */
  | { readonly byUnit: Readonly<Record<string, string>> };

const leftOut = (noun: string): LossText => ({
  one: `One ${noun} was left out: this format cannot hold more.`,
  other: `{{count}} ${noun}s were left out: this format cannot hold more.`,
});
/** For what `{{entries}}` of an archive have in common. */
const entries = (text: string): LossText => ({
  one: text.replace('{{entries}}', '1 entry'),
  other: text.replace('{{entries}}', '{{count}} entries'),
});

/**
 * Every loss that an engine may report, with its English text. The codes are stable: the API answers with them, and the
 * site has a text for each in every language.
 */
export const LOSSES = {
  input_damaged: {
    byUnit: {
      unknown: 'The file is damaged. What could be read of it was converted.',
      rows: 'The file is damaged: {{missing}} of {{total}} rows of the picture could not be read.',
      frames: 'The file is damaged: {{missing}} of {{total}} frames could not be read.',
      pages: 'The file is damaged: {{missing}} of {{total}} pages could not be read.',
      seconds: 'The file is damaged: {{missing}} of {{total}} seconds could not be read.',
      entries: 'The file is damaged: {{missing}} of {{total}} files in it could not be read: {{names}}',
    },
  },

  // Of several files that become one. `files` are their numbers; who may see the names gets those too.
  files_damaged: 'Damaged, and used as far as they could be read: {{files}}.',
  files_left_out: 'Damaged, and left out: {{files}}.',
  bookmarks_dropped: 'Bookmarks of the documents were left out.',

  animation_dropped: 'Only the first frame of the animation was kept.',
  metadata_dropped: 'Date, place and camera settings were not kept.',
  size_reduced: 'The picture was made smaller to fit the sizes of an icon.',
  transparency_flattened: 'Transparent parts became white.',
  vector_rasterised: 'Drawings became pixels.',
  colours_to_black_white: 'Colours became black and white.',
  colours_to_grey: 'Colours became shades of grey.',
  layers_merged: 'Layers were merged into one picture.',
  layer_modes_dropped: 'Some layers were mixed with those below them in a simpler way.',
  loops_dropped: 'The animation now plays without end.',
  pages_dropped: 'Only the first page was kept.',
  pixels_dropped: 'Pictures made of pixels were left out.',

  attachments_dropped: leftOut('attachment'),
  audio_tracks_dropped: leftOut('audio track'),
  chapters_dropped: 'Marks of chapters were left out.',
  channels_downmixed: 'Surround sound was mixed down to stereo.',
  channels_mixed_to_mono: 'Sound of several channels was mixed to one.',
  colour_depth_reduced: 'Colours were reduced to 8 bits per component.',
  colours_reduced: 'Colours were reduced to 256.',
  gamut_reduced: 'Colours beyond sRGB became the nearest ones in it: this format holds no colour profile.',
  half_transparency_dropped: 'Half transparent parts became clear or opaque.',
  cover_dropped: leftOut('picture'),
  frame_rate_reduced: 'The number of frames a second was reduced to at most {{limitFps}}.',
  hdr_converted: 'High dynamic range was converted to standard range, which this format can show.',
  picture_downscaled: 'The picture was made smaller: at most {{limitPx}} pixels wide.',
  sample_depth_reduced: 'Samples were reduced to {{limitBits}} bits, the most that this format holds.',
  sample_rate_reduced: 'The sample rate was reduced to at most {{limitKhz}} kHz.',
  subtitle_styles_dropped: 'Subtitles keep their text and times, not their styles.',
  subtitle_times_dropped: 'Only the text of the subtitles was kept, not their times.',
  subtitle_tracks_dropped: leftOut('subtitle track'),
  subtitles_dropped: leftOut('subtitle track'),
  video_tracks_dropped: leftOut('video track'),

  attributes_dropped: entries('Extended attributes and access lists are not kept: {{entries}}.'),
  duplicates_dropped: entries('Of names that came several times the last is kept: {{entries}} left out.'),
  links_dropped: entries('Links, devices and pipes are never unpacked: {{entries}} left out.'),
  names_made_safe: entries(
    'Names that some systems or programs take for something else were changed: {{entries}}.',
  ),
  names_normalised: entries(
    'Accented letters of names were in parts and are whole now (Unicode NFC): {{entries}}.',
  ),
  names_numbered: entries('Names that some systems take for the same are numbered: {{entries}}.'),
  names_reencoded: 'Names were not in UTF-8. They were read as {{charset}} and are UTF-8 now.',
  owner_names_dropped: entries('This format holds owners by number, not by name: {{entries}} had names.'),
  owners_dropped: entries('This format holds no owners and groups: {{entries}} had them.'),
  times_out_of_range: entries('This format holds times from {{from}} to {{to}}: {{entries}} had others.'),
  times_rounded: entries('This format holds times in seconds: {{entries}} had fractions.'),
  unsafe_names_dropped: entries(
    'Names that lead out of the archive are never unpacked: {{entries}} left out.',
  ),

  comments_dropped: 'Comments were left out.',
  definitions_dropped: 'Views, triggers and virtual tables of the database were left out.',
  names_changed: 'Names that this format does not allow were changed.',
  nesting_changed:
    'Values inside others were arranged differently: this format cannot nest them as they were.',
  prose_dropped: 'Only tables were kept: text outside of them was left out.',
  nulls_dropped: 'Empty values (null) were left out: this format has none.',
  texts_shortened: 'Long texts were cut off after 254 bytes, the most that this format holds.',
  value_types_dropped: 'Some values became text: this format has no such type.',

  charts_dropped: 'Charts were left out.',
  fonts_dropped: 'Embedded fonts were left out.',
  forms_dropped: 'Forms were left out.',
  formulas_dropped: 'Formulas became their results.',
  hyperlinks_dropped: 'Links became plain text.',
  layout_dropped: 'Page layout, headers and footers were left out.',
  media_dropped: 'Sound and video were left out.',
  outside_pictures_dropped: 'Pictures that do not lie in the file itself were left out.',
  pictures_dropped: 'Pictures became their descriptions.',
  scripts_dropped: 'Scripts were left out.',
  styles_dropped: 'The book’s own styles were left out; headings, emphasis and lists stay.',

  font_metadata_dropped: 'The metadata of the WOFF file is lost: the format has no place for it.',
  fonts_left_out: leftOut('font'),
  hinting_dropped: 'Hints for small sizes are lost: they belong to the other kind of outlines.',
  layout_features_dropped:
    'Layout features such as joined letters and small capitals are lost; kerning stays.',
  outlines_approximated:
    'Cubic curves became quadratic ones, which run beside them by at most 1.5 thousandths of the type size.',
  outlines_rounded: 'Quadratic curves became the same cubic ones, their points rounded to whole units.',
  private_data_dropped: 'The private data of the WOFF file is lost: the format has no place for it.',
  signature_dropped: 'The digital signature is lost: it does not hold for the new file.',
  variations_dropped: 'The font is no longer variable: it has the default of each of its axes.',
} as const satisfies Record<string, LossText>;

/** Remarks on a result that are not losses, for what may surprise the user. */
export const NOTES = {
  named_differently: 'Its name ends in .{{extension}}, but it is {{format}}, and was converted as that.',
} as const satisfies Record<string, LossText>;

/** Code of a loss; a key of {@link LOSSES}. */
export type LossCode = keyof typeof LOSSES;
type NoteCode = keyof typeof NOTES;

/** A remark on a result; its fields are those of a {@link Loss}. */
export interface Note extends Omit<Loss, 'code'> {
  readonly code: NoteCode;
}

/**
 * A loss with its text.
 *
 * @param params - one for every name in the text
 * @throws {Error} if one is missing
 */
export function lossOf(code: LossCode, params: LossParams = {}): Loss {
  return { code, params, message: messageOf(code, LOSSES[code], params) };
}

/** A note with its text. @throws {Error} as {@link lossOf} */
export function noteOf(code: NoteCode, params: LossParams): Note {
  return { code, params, message: messageOf(code, NOTES[code], params) };
}

function messageOf(code: string, text: LossText, params: LossParams): string {
  const form = formOf(text, params);
  if (form === undefined) throw new Error(`${code} without a text for ${params.unit}`);
  return form.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${code} without ${name}`);
    return value.toLocaleString('en-US');
  });
}

function formOf(text: LossText, params: LossParams): string | undefined {
  if (typeof text === 'string') return text;
  if ('byUnit' in text) return text.byUnit[params.unit ?? ''];
  return params.count === 1 ? text.one : text.other;
}
