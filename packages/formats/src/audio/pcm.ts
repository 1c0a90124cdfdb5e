import { defineFormat, type FormatSpec } from '../define/format.js';
import type { SoundEncoder } from '../define/media-engines.js';
import { writtenByFfmpeg } from '../define/media-engines.js';
import { at, magic } from '../define/signature.js';
import { PCM_BIG_ENDIAN_CODECS, PCM_CODECS } from '../media/containers.js';
import { PCM, PCM_16, PCM_32, PCM_BIG_ENDIAN } from '../media/encoders/sound.js';
import { readSound } from '../media/read-only.js';

/** What containers of uncompressed sound have in common; their headers are read by ffprobe. */
const pcmContainer = <
  const T extends Pick<FormatSpec, 'id' | 'label' | 'extensions' | 'mimeTypes' | 'signature'>,
>(
  format: T,
  muxer: string,
  {
    encoder,
    copies,
    maxChannels = 8,
  }: { encoder: SoundEncoder; copies: readonly string[]; maxChannels?: number },
  demuxer = muxer,
) =>
  defineFormat({
    ...format,
    category: 'audio',
    read: { ffmpeg: { as: 'audio', demuxer } },
    write: {
      ffmpeg: writtenByFfmpeg({
        from: ['audio', 'video'],
        muxer,
        storesNoTimes: true,
        audio: { copies, encoder, maxTracks: 1, maxChannels, maxSampleRateHz: 192_000 },
        covers: [],
      }),
    },
  });

/** Apple's Audio Interchange File Format and its variant with a codec, AIFF-C. */
export const aiff = pcmContainer(
  {
    id: 'aiff',
    label: 'AIFF',
    extensions: ['aiff', 'aif', 'aifc'],
    mimeTypes: ['audio/aiff', 'audio/x-aiff'],
    signature: [magic({ 0: 'FORM', 8: 'AIFF' }), magic({ 0: 'FORM', 8: 'AIFC' })],
  },
  'aiff',
  { encoder: PCM_BIG_ENDIAN, copies: ['pcm_s16be', 'pcm_s24be', 'pcm_s32be'] },
);

/** Sun and NeXT. */
export const au = pcmContainer(
  {
    id: 'au',
    label: 'AU',
    extensions: ['au', 'snd'],
    mimeTypes: ['audio/basic'],
    signature: [at(0, '.snd')],
  },
  'au',
  { encoder: PCM_BIG_ENDIAN, copies: [...PCM_BIG_ENDIAN_CODECS, 'pcm_mulaw', 'pcm_alaw'] },
);

/** Apple's Core Audio Format. */
export const caf = pcmContainer(
  {
    id: 'caf',
    label: 'CAF',
    extensions: ['caf'],
    mimeTypes: ['audio/x-caf'],
    signature: [at(0, 'caff')],
  },
  'caf',
  { encoder: PCM, copies: [...PCM_CODECS, 'alac'] },
);

/** Sony's Wave64: WAV with 64-bit lengths. */
export const w64 = pcmContainer(
  {
    id: 'w64',
    label: 'W64',
    extensions: ['w64'],
    mimeTypes: ['audio/x-w64'],
    signature: [at(0, 'riff\x2e\x91\xcf\x11')],
  },
  'w64',
  { encoder: PCM, copies: PCM_CODECS },
);

/** Creative Voice, of the first sound cards. */
export const voc = pcmContainer(
  {
    id: 'voc',
    label: 'VOC',
    extensions: ['voc'],
    mimeTypes: ['audio/x-voc'],
    signature: [at(0, 'Creative Voice File')],
  },
  'voc',
  { encoder: PCM_16, copies: ['pcm_u8', 'pcm_s16le'], maxChannels: 2 },
);

/** SoX' own format: 32-bit samples. */
export const sox = pcmContainer(
  {
    id: 'sox',
    label: 'SoX',
    extensions: ['sox'],
    mimeTypes: ['audio/x-sox'],
    signature: [at(0, '.SoX'), at(0, 'XoS.')],
  },
  'sox',
  { encoder: PCM_32, copies: ['pcm_s32le', 'pcm_s32be'] },
);

/** Berkeley, IRCAM and Carl. */
export const ircam = pcmContainer(
  {
    id: 'ircam',
    label: 'IRCAM',
    extensions: ['sf', 'ircam'],
    mimeTypes: ['audio/x-ircam'],
    signature: ['\x64\xa3\x01\0', '\0\x01\xa3\x64', '\x64\xa3\x02\0', '\0\x02\xa3\x64', '\x64\xa3\x03\0'].map(
      (mark) => at(0, mark),
    ),
  },
  'ircam',
  { encoder: PCM_16, copies: ['pcm_s16le', 'pcm_s32le'] },
);

/** Sound streams of Nintendo's consoles. */
export const ast = readSound(
  { id: 'ast', label: 'AST', extensions: ['ast'], mimeTypes: ['audio/x-ast'], signature: [at(0, 'STRM')] },
  'ast',
);
