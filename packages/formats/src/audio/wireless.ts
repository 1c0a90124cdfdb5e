import { defineFormat } from '../define/format.js';
import { writtenByFfmpeg } from '../define/media-engines.js';
import { lossyAudioOptions } from '../define/options.js';
import { AAC_IN_LATM } from '../media/encoders/sound.js';
import { readSound } from '../media/read-only.js';
import { framesOf } from '../media/signatures/frames.js';

/** AAC in LATM and LOAS, ISO/IEC 14496-3, of digital radio and television. */
export const latm = defineFormat({
  id: 'latm',
  label: 'LATM',
  category: 'audio',
  extensions: ['latm', 'loas'],
  mimeTypes: ['audio/MP4A-LATM'],
  signature: [framesOf('latm')],
  read: { ffmpeg: { as: 'audio', demuxer: 'loas' } },
  write: {
    ffmpeg: writtenByFfmpeg({
      from: ['audio', 'video'],
      muxer: 'latm',
      storesNoTimes: true,
      audio: { copies: [], encoder: AAC_IN_LATM, maxTracks: 1, maxChannels: 8, maxSampleRateHz: 48_000 },
      covers: [],
      options: lossyAudioOptions,
    }),
  },
});

/** Sub-band coding, the codec that every Bluetooth headset has. */
export const sbc = readSound(
  { id: 'sbc', label: 'SBC', extensions: ['sbc'], mimeTypes: ['audio/x-sbc'], signature: [framesOf('sbc')] },
  'sbc',
);

/** aptX, of better headsets: two channels without a header. */
export const aptx = readSound(
  { id: 'aptx', label: 'aptX', extensions: ['aptx'], mimeTypes: ['audio/aptx'], noSignature: true },
  'aptx',
  ['-sample_rate', '44100'],
);

/** aptX of 24 bits. */
export const aptxHd = readSound(
  { id: 'aptxhd', label: 'aptX HD', extensions: ['aptxhd'], mimeTypes: ['audio/aptx'], noSignature: true },
  'aptx_hd',
  ['-sample_rate', '44100'],
);

/** One bit a sample, of ComputerCraft's speakers: one channel at 48 kHz without a header. */
export const dfpwm = readSound(
  { id: 'dfpwm', label: 'DFPWM', extensions: ['dfpwm'], mimeTypes: ['audio/x-dfpwm'], noSignature: true },
  'dfpwm',
);
