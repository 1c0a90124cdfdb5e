import { readKindleContents, withPackage } from '@filemill/inspect';
import type { Loss, Step } from '@filemill/worker';

/** What a conversion of a book may leave behind. The codes are stable. */
const LOSSES = {
  fonts: { code: 'fonts_dropped', message: 'Embedded fonts were left out.' },
  styles: {
    code: 'styles_dropped',
    message: 'The book’s own styles were left out; headings, emphasis and lists stay.',
  },
  pictures: { code: 'pictures_dropped', message: 'Pictures became their descriptions.' },
  drawings: { code: 'vector_rasterised', message: 'Drawings became pixels.' },
  outside: {
    code: 'outside_pictures_dropped',
    message: 'Pictures that do not lie in the file itself were left out.',
  },
  links: { code: 'links_dropped', message: 'Links became plain text.' },
  media: { code: 'media_dropped', message: 'Sound and video were left out.' },
  scripts: { code: 'scripts_dropped', message: 'Scripts were left out.' },
  layout: { code: 'layout_dropped', message: 'Page layout, headers and footers were left out.' },
} as const satisfies Record<string, Loss>;
type Kind = keyof typeof LOSSES;

/** Files inside of a book or a Word file, by what they are. */
const FILES: readonly (readonly [kind: Kind, pattern: RegExp])[] = [
  ['fonts', /\.(?:ttf|otf|woff2?|odttf)$/i],
  ['styles', /\.css$/i],
  ['pictures', /\.(?:png|jpe?g|gif|webp|bmp|tiff?|emf|wmf)$/i],
  ['drawings', /\.svg$/i],
  ['media', /\.(?:mp3|mp4|m4a|m4v|aac|ogg|opus|webm|wav)$/i],
  ['scripts', /\.js$/i],
];
/** Pictures of a Word file that no book may hold. */
const FOREIGN_PICTURE = /\.(?:bmp|tiff?|emf|wmf)$/i;

const kindsIn = (names: readonly string[]): Set<Kind> =>
  new Set(FILES.filter(([, pattern]) => names.some((name) => pattern.test(name))).map(([kind]) => kind));

const report = (kinds: readonly (Kind | undefined)[]): Loss[] =>
  kinds.flatMap((kind) => (kind === undefined ? [] : [LOSSES[kind]]));

/** Words of the scripts that read books and web pages. */
const PICTURE_KINDS = ['pictures', 'drawings'] as const satisfies readonly Kind[];
const PAGE_KINDS = ['styles', 'scripts', 'media', 'outside'] as const satisfies readonly Kind[];

/**
 * What pandoc leaves behind on this step, judged by what the input holds.
 *
 * @param seen - in a web page, by the script that read it; of a book's pictures, what became of them
 */
export async function lossesThroughPandoc({ input, output }: Step, seen: readonly string[]): Promise<Loss[]> {
  if (input.format === 'txt') return [];
  if (input.format === 'html') return report(PAGE_KINDS.filter((kind) => seen.includes(kind)));
  const names = await withPackage(input.path, async (view) => view.names);
  const has = kindsIn(names);
  const foreign = names.some((name) => FOREIGN_PICTURE.test(name));
  if (input.format === 'docx')
    return report(['layout', has.has('fonts') ? 'fonts' : undefined, foreign ? 'pictures' : undefined]);
  const isText = output.format === 'txt';
  return report([
    ...(['fonts', 'styles', 'media', 'scripts'] as const).filter((kind) => has.has(kind)),
    isText && (has.has('pictures') || has.has('drawings')) ? 'pictures' : undefined,
    isText ? 'links' : undefined,
    ...PICTURE_KINDS.filter((kind) => seen.includes(kind)),
  ]);
}

/** What calibre leaves behind on this step. A FictionBook has no fonts, sound or scripts. */
export async function lossesThroughCalibre({ input, output }: Step): Promise<Loss[]> {
  if (input.format === 'fb2') return [];
  const has = input.format === 'epub' ? await kindsInPackage(input.path) : await kindsInKindle(input.path);
  const plain = output.format === 'mobi' ? PLAIN : [];
  return report([...MOVING, ...plain].filter((kind) => has.has(kind)));
}

const kindsInPackage = async (path: string): Promise<ReadonlySet<Kind>> =>
  kindsIn(await withPackage(path, async (view) => view.names));

async function kindsInKindle(path: string): Promise<ReadonlySet<Kind>> {
  const { hasFonts, hasStyles, hasMedia } = await readKindleContents(path);
  return new Set<Kind>([
    ...(hasFonts ? (['fonts'] as const) : []),
    ...(hasStyles ? (['styles'] as const) : []),
    ...(hasMedia ? (['media'] as const) : []),
  ]);
}

/**
 * FictionBook has no styles and fonts of a book's own.
 *
 * @param told - by the script that wrote it: what became of pictures
 */
export async function lossesThroughFictionBook({ input }: Step, told: readonly string[]): Promise<Loss[]> {
  const has = await kindsInPackage(input.path);
  return report([
    ...([...MOVING, 'fonts', 'styles'] as const).filter((kind) => has.has(kind)),
    ...PICTURE_KINDS.filter((kind) => told.includes(kind)),
  ]);
}

/** What no container but EPUB holds, and what the plainer ones do without. */
const MOVING = ['media', 'scripts'] as const satisfies readonly Kind[];
const PLAIN = ['fonts', 'styles', 'drawings'] as const satisfies readonly Kind[];

/** What a printed page cannot hold. */
export async function lossesThroughChromium({ input }: Step): Promise<Loss[]> {
  const has = await kindsInPackage(input.path);
  return report((['media', 'scripts'] as const).filter((kind) => has.has(kind)));
}
