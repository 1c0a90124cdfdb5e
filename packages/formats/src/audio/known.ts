import type { KnownContent } from '../detect/known-content.js';
import { mp4SoundSignature } from '../media/signatures/containers.js';
import { behindTags, cutOut } from '../media/signatures/sound.js';

/** Sound alone, of a brand that leaves open whether it is M4A or MP4: the name decides between them. */
export const mp4Sound: KnownContent = {
  id: 'mp4-sound',
  signature: [mp4SoundSignature],
  takenAs: 'm4a',
};

/** MPEG audio layer 2, ISO/IEC 11172-3, which everything that reads MP3 reads too. */
export const mp2: KnownContent = {
  id: 'mp2',
  signature: [behindTags('mp2'), cutOut('mp2')],
  takenAs: 'mp3',
};
