import type { KnownContent } from '../detect/known-content.js';
import { mp4SoundSignature } from '../media/signatures/containers.js';
import { afterTags, framesCutFromStream } from '../media/signatures/sound.js';

/** Only sound, and a brand that allows M4A and MP4: the file name decides between them. */
export const mp4Sound: KnownContent = {
  id: 'mp4-sound',
  signature: [mp4SoundSignature],
  treatedAs: 'm4a',
};

/** MPEG audio layer 2, ISO/IEC 11172-3; every MP3 decoder reads it too. */
export const mp2: KnownContent = {
  id: 'mp2',
  signature: [afterTags('mp2'), framesCutFromStream('mp2')],
  treatedAs: 'mp3',
};
