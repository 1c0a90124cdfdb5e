import { type Trait, type TraitSet, traitSet } from '../define/traits.js';

const PROSE: readonly Trait[] = ['text', 'flow', 'formatting', 'links', 'pictures', 'vectors'];
const PICTURE: readonly Trait[] = ['many colours', 'large pictures', 'transparency'];
const SOUND: readonly Trait[] = ['sound', 'full sample rate'];

/**
 * What content of a kind holds inside an engine: an engine that reads a Word file as `markup` sees no layout, one that
 * reads it as `writer` does.
 */
const KINDS: Readonly<Record<string, readonly Trait[]>> = {
  raster: [...PICTURE, 'animation', 'high dynamic range', '16 bits', 'profile', 'metadata'],
  vector: ['many colours', 'transparency', 'vectors'],
  'raw photo': ['many colours', 'large pictures', '16 bits', 'metadata'],
  still: PICTURE,
  painting: [...PICTURE, '16 bits', 'profile'],
  clear: PICTURE,
  opaque: PICTURE,

  video: [...SOUND, 'many colours', 'wide pictures', 'video', 'several sounds', 'surround'],
  silent: ['many colours', 'wide pictures', 'video'],
  audio: [...SOUND, 'cover'],

  writer: [...PROSE, 'layout', 'forms', 'fonts'],
  calc: ['text', 'formatting', 'formulas', 'layout', 'links', 'pictures', 'vectors'],
  impress: ['text', 'formatting', 'layout', 'links', 'pictures', 'vectors', 'media'],
  table: ['text'],
  tables: ['text'],
  pages: ['text', 'formatting', 'layout', 'links', 'pictures', 'vectors', 'fonts', 'forms'],
  book: [...PROSE, 'styles', 'fonts', 'media', 'scripts'],
  'numbered book': [...PROSE, 'styles', 'fonts', 'media', 'scripts'],
  ebook: [...PROSE, 'styles', 'fonts', 'media', 'scripts'],
  markup: PROSE,
  prose: PROSE,

  files: ['owners', 'owner names', 'fractions of seconds', 'times before 1980'],
  font: [
    'quadratic outlines',
    'cubic outlines',
    'hints',
    'variations',
    'signature',
    'font metadata',
    'private data',
  ],
};

const SETS = new Map(Object.entries(KINDS).map(([kind, traits]) => [kind, traitSet(traits)]));

/** What content of a kind holds; undefined for a kind about which nothing is known. */
export const traitsOfKind = (kind: string): TraitSet | undefined => SETS.get(kind);
