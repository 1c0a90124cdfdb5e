import {
  type CalibreRead,
  type EngineId,
  type Loss,
  type LossCode,
  lossOf,
  type ReadingThreads,
} from '@filemill/formats';
import type { Step } from '@filemill/worker';

/** What a conversion of a book may drop. */
const LOSSES = {
  fonts: 'fonts_dropped',
  styles: 'styles_dropped',
  pictures: 'pictures_dropped',
  colours: 'colours_to_grey',
  drawings: 'vector_rasterised',
  outside: 'outside_pictures_dropped',
  links: 'hyperlinks_dropped',
  media: 'media_dropped',
  scripts: 'scripts_dropped',
  layout: 'layout_dropped',
  forms: 'forms_dropped',
  comments: 'comments_dropped',
  charts: 'charts_dropped',
} as const satisfies Record<string, LossCode>;
type Kind = keyof typeof LOSSES;

/** Files in a book or a Word file, by kind. */
const FILES: readonly (readonly [kind: Kind, pattern: RegExp])[] = [
  ['fonts', /\.(?:ttf|otf|woff2?|odttf)$/i],
  ['styles', /\.css$/i],
  ['pictures', /\.(?:png|jpe?g|gif|webp|bmp|tiff?|emf|wmf)$/i],
  ['drawings', /\.svg$/i],
  ['media', /\.(?:mp3|mp4|m4a|m4v|aac|ogg|opus|webm|wav)$/i],
  ['scripts', /\.js$/i],
];
/** Pictures of a Word file that no book format can hold. */
const FOREIGN_PICTURE = /\.(?:bmp|tiff?|emf|wmf)$/i;

const kindsIn = (names: readonly string[]): Set<Kind> =>
  new Set(FILES.filter(([, pattern]) => names.some((name) => pattern.test(name))).map(([kind]) => kind));

/** Removes duplicates. */
const report = (kinds: readonly (Kind | undefined)[]): Loss[] =>
  [...new Set(kinds)].flatMap((kind) => (kind === undefined ? [] : [lossOf(LOSSES[kind])]));

/**
 * Whether a step reads the file of the user. A book between two steps has the styles of our engines, whether or not that
 * file had any.
 */
const readsUpload = ({ input, route }: Step): boolean => input.format.id === route.input.id;
const isDropped = (kind: Kind, has: ReadonlySet<Kind>, step: Step): boolean =>
  has.has(kind) && (kind !== 'styles' || readsUpload(step));
/** Engines that keep no styles of a book. */
const WITHOUT_STYLES: readonly EngineId[] = ['pandoc', 'fictionbook'];

/** Words of the scripts that read books and web pages; the scripts that print keep styles. */
const PRINTED: readonly Kind[] = ['pictures', 'scripts', 'media', 'outside', 'forms'];
const REPORTED: readonly Kind[] = [...PRINTED, 'drawings', 'styles', 'links'];

/**
 * What pandoc drops in this step, determined from the content of the input.
 *
 * @param reported - losses that the script reported while it read the page or the book
 */
export async function lossesThroughPandoc(
  reading: ReadingThreads,
  step: Step,
  reported: readonly string[],
): Promise<Loss[]> {
  const { input } = step;
  const source = input.format.read?.pandoc?.source;
  const found = REPORTED.filter((kind) => reported.includes(kind));
  if (source === 'text' || source === 'page' || source === 'markup') return report(found);
  const names = await reading.run('packageNames', input, undefined);
  const has = kindsIn(names);
  const foreign = names.some((name) => FOREIGN_PICTURE.test(name));
  if (source === 'word' || source === 'opendocument') {
    const fonts = has.has('fonts') ? 'fonts' : undefined;
    const parts = await reading.run('officeParts', { path: input.path }, undefined);
    const notes = (['comments', 'charts'] as const).filter((part) => parts.includes(part));
    return report(['layout', fonts, foreign ? 'pictures' : undefined, ...notes, ...found]);
  }
  return report([
    ...(['fonts', 'styles', 'media', 'scripts'] as const).filter((kind) => isDropped(kind, has, step)),
    ...found,
  ]);
}

/**
 * What calibre drops in this step.
 *
 * @param hasDrawn - whether it rasterised drawings
 */
export async function lossesThroughCalibre(
  reading: ReadingThreads,
  step: Step,
  hasDrawn: boolean,
): Promise<Loss[]> {
  const { input, output, route } = step;
  const contents = input.format.read?.calibre?.contents ?? 'package';
  const has = new Set([...(USUAL[contents] ?? []), ...(await KINDS_IN[contents](reading, input))]);
  if (has.has('pictures')) has.add('colours');
  const later = route.steps.slice(1).some(({ engine }) => WITHOUT_STYLES.includes(engine));
  const dropped: readonly Kind[] = [
    ...[...MOVING, ...(output.format.write?.calibre?.lacks ?? [])].filter((kind) =>
      isDropped(kind, has, step),
    ),
    ...(later && readsUpload(step) && has.has('styles') ? (['styles'] as const) : []),
  ];
  return report([...dropped, hasDrawn ? 'drawings' : undefined]);
}

/** A file that calibre reads. */
type Book = Pick<Step['input'], 'path' | 'format'>;
type Contents = CalibreRead['contents'];

const kindsInPackage = async (reading: ReadingThreads, { path }: Book): Promise<ReadonlySet<Kind>> =>
  kindsIn(await reading.run('packageNames', { path }, undefined));

async function kindsInKindle(reading: ReadingThreads, { path }: Book): Promise<ReadonlySet<Kind>> {
  const { hasFonts, hasStyles, hasMedia } = await reading.run('kindleContents', { path }, undefined);
  return new Set<Kind>([
    ...(hasFonts ? (['fonts'] as const) : []),
    ...(hasStyles ? (['styles'] as const) : []),
    ...(hasMedia ? (['media'] as const) : []),
  ]);
}

/** A FictionBook has no fonts, audio or scripts. */
const kindsInFictionBook = async (reading: ReadingThreads, { path }: Book): Promise<ReadonlySet<Kind>> =>
  new Set<Kind>((await reading.run('hasStylesheet', { path }, undefined)) ? ['styles'] : []);

/** What the declaration says that it holds. */
const kindsDeclared = ({ format }: Book): ReadonlySet<Kind> =>
  new Set((['links', 'pictures'] as const).filter((kind) => format.holds?.includes(kind)));

const kindsInPalm = async (reading: ReadingThreads, { path, format }: Book): Promise<ReadonlySet<Kind>> =>
  (await reading.run('isPalmText', { path }, undefined)) ? new Set<Kind>() : kindsDeclared({ path, format });

/** Every such book may have links, and those of Kindle, FictionBook and old formats a cover. */
const USUAL: { readonly [C in Contents]?: readonly Kind[] } = {
  package: ['links'],
  kindle: ['links', 'pictures'],
  fictionbook: ['links', 'pictures'],
  old: ['links', 'pictures'],
};

const KINDS_IN: Readonly<
  Record<Contents, (reading: ReadingThreads, book: Book) => Promise<ReadonlySet<Kind>>>
> = {
  package: kindsInPackage,
  kindle: kindsInKindle,
  fictionbook: kindsInFictionBook,
  palm: kindsInPalm,
  old: async () => new Set<Kind>(['styles']),
  declared: async (_, book) => kindsDeclared(book),
};

/**
 * FictionBook cannot hold a book's own styles and fonts.
 *
 * @param reported - losses that the writing script reported
 */
export async function lossesThroughFictionBook(
  reading: ReadingThreads,
  step: Step,
  reported: readonly string[],
): Promise<Loss[]> {
  const has = await kindsInPackage(reading, step.input);
  return report([
    ...([...MOVING, 'fonts', 'styles'] as const).filter((kind) => isDropped(kind, has, step)),
    ...REPORTED.filter((kind) => reported.includes(kind)),
  ]);
}

/** What only EPUB can hold. */
const MOVING = ['media', 'scripts'] as const satisfies readonly Kind[];

/**
 * What a printed page cannot hold.
 *
 * @param reported - losses that the script reported while it made the page
 */
export async function lossesThroughChromium(
  reading: ReadingThreads,
  { input }: Step,
  reported: ReadonlySet<string>,
): Promise<Loss[]> {
  const has = await kindsInPackage(reading, input);
  return report([...MOVING.filter((kind) => has.has(kind)), ...PRINTED.filter((kind) => reported.has(kind))]);
}
