import type { SoundEncoder } from '../../define/media-engines.js';

/** One channel at the one rate that the codec has. */
const oneChannel = (codec: string, encoder: string, rateHz: number, kbps?: number): SoundEncoder => ({
  codec: () => codec,
  args: () => [
    ...['-c:%', encoder, '-ac:%', '1', '-ar:%', `${rateHz}`],
    ...(kbps === undefined ? [] : ['-b:%', `${kbps * 1_000}`]),
  ],
});

/** At its highest rate. */
export const AMR_NB: SoundEncoder = oneChannel('amr_nb', 'libopencore_amrnb', 8_000, 12.2);
/** At its highest rate. */
export const AMR_WB: SoundEncoder = oneChannel('amr_wb', 'libvo_amrwbenc', 16_000, 23.85);
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
