import { z } from 'zod';

/** 1 to 100 for a format that can lose something; absent lets the engine choose by what the source needs. */
const quality = z.int().min(1).max(100).optional();

/** Settings of every audio format that compresses with loss. */
export const lossyAudioOptions = z.strictObject({
  quality: quality.describe(
    'Sound quality from 1 (smallest file) to 100 (best). Left out, the sound is taken over unchanged where the format allows, and else encoded so that no loss can be heard.',
  ),
});

/** Settings of every video format. */
export const videoOptions = z.strictObject({
  quality: quality.describe(
    'Picture and sound quality from 1 (smallest file) to 100 (best). Left out, streams are taken over unchanged where the format allows, and else encoded so that no loss can be seen.',
  ),
});
