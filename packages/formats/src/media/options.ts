import { z } from 'zod';

/** 1 to 100 for a lossy format; absent: the engine chooses according to the source. */
const quality = z.int().min(1).max(100).optional();

/** Options of every lossy audio format. */
export const lossyAudioOptions = z.strictObject({
  quality: quality.describe(
    'Sound quality from 1 (smallest file) to 100 (best). Left out, the sound is taken over unchanged where the format allows, and else encoded so that no loss can be heard.',
  ),
});

/** Options of every video format. */
export const videoOptions = z.strictObject({
  quality: quality.describe(
    'Picture and sound quality from 1 (smallest file) to 100 (best). Left out, streams are taken over unchanged where the format allows, and else encoded so that no loss can be seen.',
  ),
});
