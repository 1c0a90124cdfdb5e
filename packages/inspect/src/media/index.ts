import type { Inspector } from '../facts.js';
import { detectMedia } from './detect.js';
import { toFacts } from './media-info.js';
import { MEDIA_FORMATS, readMedia } from './read-media.js';
import { Window } from './window.js';

/** Sound and video. */
export const mediaInspector: Inspector = {
  formats: MEDIA_FORMATS,
  detect: (reader) => detectMedia(new Window(reader)),
  inspect: async (reader, format) => toFacts(await readMedia(reader, format)),
};
