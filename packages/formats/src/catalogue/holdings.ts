import type { EngineId } from '../define/engines.js';
import type { FormatSpec } from '../define/format.js';
import { ALL_TRAITS, isTrait, type Trait, type TraitSet, traitSet, without } from '../define/traits.js';
import { keptByFfmpeg, mediaTraits } from '../media/traits.js';
import { traitsOfKind } from './kinds.js';

const NOTHING: TraitSet = 0n;
type Writes = NonNullable<FormatSpec['write']>;

/** What only a web page or a live book can do. */
const MOVING: readonly Trait[] = ['media', 'scripts'];
/** pandoc passes on text with its structure, not its looks. */
const LOOKS: readonly Trait[] = [...MOVING, 'styles', 'fonts', 'forms', 'layout'];
/** What a picture of a page shows no longer as such; the rest is still seen. */
const NOT_IN_PICTURES: readonly Trait[] = ['text', 'links', 'vectors', 'forms'];
/** How poppler draws a page without making pixels of it. */
const DRAWINGS: readonly string[] = ['svg', 'eps', 'ps'];
const NOT_IN_DRAWINGS: readonly Trait[] = ['links', 'forms'];

/** What a file of a format can hold; empty if nothing is known. */
export function holdsOf(format: FormatSpec): TraitSet {
  if (format.holds) return traitSet(format.holds);
  const engines = Object.keys(format.read ?? {}) as EngineId[];
  if (engines.length === 0) return writtenKinds(format);
  return engines.reduce((all, engine) => all | readBy(engine, format), NOTHING);
}

/** Of a format that no engine reads: what it is made from. */
const writtenKinds = ({ write = {} }: FormatSpec): TraitSet =>
  Object.values(write)
    .flatMap(({ from }) => from)
    .reduce((all, kind) => all | (traitsOfKind(kind) ?? NOTHING), NOTHING);

function readBy(engine: EngineId, { read = {}, write = {} }: FormatSpec): TraitSet {
  const kind = traitsOfKind(read[engine]?.as ?? '') ?? NOTHING;
  if (engine === 'ffmpeg' && write.ffmpeg) return mediaTraits(write.ffmpeg);
  if (engine === 'sharp' && write.sharp) {
    const moving = traitSet(read.sharp?.moves ? ['animation'] : []);
    return (kind & keptBySharp(write.sharp)) | moving;
  }
  if (engine === 'archive') return without(kind, archiveLacks(write));
  if (engine === 'fonttools') return outlinesOf(kind, write.fonttools?.outlines) & ~lackedByFont(write);
  // A markup names pictures, and has none.
  const isMarkup = engine === 'pandoc' && read.pandoc?.source === 'markup';
  return isMarkup ? without(kind, ['pictures', 'vectors']) | traitSet(['outside pictures']) : kind;
}

/** Without owners there are no names of owners either. */
const archiveLacks = ({ archive }: Writes): readonly Trait[] => {
  const lacks = archive?.lacks ?? [];
  return lacks.includes('owners') ? [...lacks, 'owner names'] : lacks;
};

/** Only WOFF has a place for them. */
const lackedByFont = ({ fonttools }: Writes): TraitSet =>
  fonttools?.container.startsWith('woff') || fonttools?.container === 'kit'
    ? NOTHING
    : traitSet(['font metadata', 'private data']);

const outlinesOf = (set: TraitSet, outlines: 'quadratic' | 'cubic' | undefined): TraitSet => {
  if (outlines === undefined) return set;
  return without(set, [outlines === 'cubic' ? 'quadratic outlines' : 'cubic outlines']);
};

/** What survives a step, of all that there is. A new kind or engine keeps what the target holds. */
export function keptBy(engine: EngineId, from: FormatSpec, to: FormatSpec): TraitSet {
  const kind = from.read?.[engine]?.as ?? '';
  const write = to.write?.[engine];
  const seen = traitsOfKind(kind) ?? ALL_TRAITS;
  if (engine === 'ffmpeg' && to.write?.ffmpeg) return keptByFfmpeg(to.write.ffmpeg, kind);
  if (engine === 'sharp' && to.write?.sharp) return keptBySharp(to.write.sharp);
  if (write?.holds) return seen & traitSet(write.holds.filter(isTrait));
  return seen & (KEPT[engine]?.(to, kind, from) ?? holdsOf(to));
}

const keptBySharp = ({ holds, saver }: NonNullable<Writes['sharp']>): TraitSet =>
  traitSet([
    ...holds.filter(isTrait),
    ...(saver === 'gif' ? [] : (['many colours'] as const)),
    ...(saver === 'own icon' ? [] : (['large pictures'] as const)),
    // Frames become pages.
    ...(saver === 'own document' ? (['animation'] as const) : []),
  ]);

/** What an engine keeps of what it reads, where that differs from what the target holds. */
const KEPT: { readonly [E in EngineId]?: (to: FormatSpec, kind: string, from: FormatSpec) => TraitSet } = {
  archive: (to) => without(ALL_TRAITS, to.write?.archive?.lacks ?? []),
  calibre: (to) => without(holdsOf(to), [...MOVING, ...lackedByCalibre(to)]),
  // A page is printed with its styles.
  chromium: (to) => without(holdsOf(to) | traitSet(['styles']), MOVING),
  comics: () => without(ALL_TRAITS, ['attachments', 'animation']),
  csv: () => ALL_TRAITS,
  fictionbook: (to) => without(holdsOf(to), ['styles']),
  fonttools: keptByFonttools,
  pandoc: (to, kind) => without(holdsOf(to), lackedByPandoc(to.write?.pandoc?.pictures, kind)),
  kobo: () => ALL_TRAITS,
  poppler: ({ write }) => keptByPoppler(write?.poppler?.as),
  stills: () => ALL_TRAITS,
  vips: () => without(ALL_TRAITS, ['metadata', 'high dynamic range']),
};

/** The colours of pictures are no trait: they are lost in the file, not before. */
const lackedByCalibre = ({ write }: FormatSpec): Trait[] =>
  (write?.calibre?.lacks ?? []).flatMap((lack) => (lack === 'colours' ? [] : [lack]));

function keptByPoppler(as: NonNullable<Writes['poppler']>['as'] | undefined): TraitSet {
  if (as === 'text') return traitSet(['text']);
  return without(ALL_TRAITS, as && DRAWINGS.includes(as) ? NOT_IN_DRAWINGS : NOT_IN_PICTURES);
}

function lackedByPandoc(pictures: 'pixels' | 'words' | undefined, kind: string): readonly Trait[] {
  if (pictures === 'pixels') return [...LOOKS, 'vectors'];
  if (pictures !== 'words') return LOOKS;
  return [...LOOKS, 'pictures', 'vectors', ...(kind === 'book' ? (['links'] as const) : [])];
}

/** Outlines of the other kind are redrawn, and all that belongs to them is lost. */
function keptByFonttools({ write }: FormatSpec, _kind: string, from: FormatSpec): TraitSet {
  const { outlines, container } = write?.fonttools ?? {};
  const drawn = outlinesOf(ALL_TRAITS, outlines);
  const isRedrawn = (holdsOf(from) & ~drawn) !== NOTHING;
  const lost: readonly Trait[] = [
    ...(isRedrawn ? (['hints', 'variations'] as const) : []),
    ...(isRedrawn || container === 'woff2' || container === 'kit' ? (['signature'] as const) : []),
  ];
  return without(drawn, lost) & ~lackedByFont(write ?? {});
}
