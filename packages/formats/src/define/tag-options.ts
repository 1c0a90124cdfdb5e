import { z } from 'zod';
import type { TagName } from './media-tags.js';
import { more } from './shape-options.js';

const MAX_CHARACTERS = 200;
/** Everything but control characters, which end lines and texts in some formats. */
const PRINTABLE = /^\P{Cc}+$/u;
const text = z.string().min(1).max(MAX_CHARACTERS).regex(PRINTABLE).optional();

/** One option for each tag; what the source says of it is replaced. */
export const tagOptions = {
  title: text
    .describe('Title that players show. Left out, that of the source.')
    .meta({ ...more, examples: ['Morning'] }),
  artist: text
    .describe('Who plays, sings or made it. Left out, that of the source.')
    .meta({ ...more, examples: ['Ada Berg'] }),
  album: text
    .describe('The album that it is part of. Left out, that of the source.')
    .meta({ ...more, examples: ['Harbour'] }),
  albumArtist: text
    .describe('Whose album it is. Left out, that of the source.')
    .meta({ ...more, examples: ['Ada Berg'] }),
  year: z
    .int()
    // ID3 has four digits.
    .min(1_000)
    .max(9_999)
    .optional()
    .describe('Year of publication. Left out, that of the source.')
    .meta({ ...more, examples: [2026] }),
  genre: text
    .describe('Kind of music or film. Left out, that of the source.')
    .meta({ ...more, examples: ['Jazz'] }),
  track: z
    .int()
    .min(1)
    .max(999)
    .optional()
    .describe('Its number on the album. Left out, that of the source.')
    .meta(more),
  composer: text
    .describe('Who wrote the music. Left out, that of the source.')
    .meta({ ...more, examples: ['Jo Lind'] }),
  comment: text
    .describe('A note to it. Left out, that of the source.')
    .meta({ ...more, examples: ['Second take'] }),
} satisfies Record<TagName, z.ZodType>;
