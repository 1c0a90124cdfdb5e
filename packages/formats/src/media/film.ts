import { videoOptions } from '../define/options.js';

/** How an animation becomes a format of video: a declaration for the engine `stills`. */
export const FILM = {
  from: ['frames'],
  film: true,
  holds: ['animation', 'many colours', 'large pictures'],
  options: videoOptions,
} as const;

/** What a film of slides shows of them. */
export const SLIDES = ['formatting', 'layout', 'pictures'] as const;
