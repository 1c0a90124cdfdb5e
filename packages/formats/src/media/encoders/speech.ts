import type { SoundEncoder } from '../../define/media-engines.js';

/** One channel at the one sample rate that the codec has, and at the highest of its bit rates. */
const oneChannel = (
  codec: string,
  encoder: string,
  rateHz: number,
  rates: readonly number[] = [],
): SoundEncoder => ({
  codec: () => codec,
  ...(rates.length > 0 && { kbps: rates }),
  args: ({ kbps = rates.at(-1) }) => [
    ...['-c:%', encoder, '-ac:%', '1', '-ar:%', `${rateHz}`],
    ...(kbps === undefined ? [] : ['-b:%', `${Math.round(kbps * 1_000)}`]),
  ],
});

/** At its highest rate. */
export const AMR_NB: SoundEncoder = oneChannel(
  'amr_nb',
  'libopencore_amrnb',
  8_000,
  [4.75, 5.15, 5.9, 6.7, 7.4, 7.95, 10.2, 12.2],
);
/** At its highest rate. */
export const AMR_WB: SoundEncoder = oneChannel(
  'amr_wb',
  'libvo_amrwbenc',
  16_000,
  [6.6, 8.85, 12.65, 14.25, 15.85, 18.25, 19.85, 23.05, 23.85],
);
/** GSM 06.10, which has one bit rate. */
export const GSM: SoundEncoder = oneChannel('gsm', 'libgsm', 8_000);
/** G.711 of North America and Japan. */
export const MU_LAW: SoundEncoder = oneChannel('pcm_mulaw', 'pcm_mulaw', 8_000);
/** G.711 of the rest of the world. */
export const A_LAW: SoundEncoder = oneChannel('pcm_alaw', 'pcm_alaw', 8_000);
/** PCM of 16 bits. */
export const PCM_OF_TELEPHONES: SoundEncoder = {
  ...oneChannel('pcm_s16le', 'pcm_s16le', 8_000),
  maxSampleBits: 16,
};
