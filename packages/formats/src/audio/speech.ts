import { defineFormat, type FormatSpec } from '../define/format.js';
import { type SoundEncoder, writtenByFfmpeg } from '../define/media-engines.js';
import { at, shows } from '../define/signature.js';
import { A_LAW, AMR_NB, AMR_WB, GSM, MU_LAW, PCM_OF_TELEPHONES } from '../media/encoders/speech.js';
import { readSound } from '../media/read-only.js';
import { isGsm } from '../media/signatures/frames.js';
import { PRIORITY } from '../media/signatures/priorities.js';

type Speech = Pick<
  FormatSpec,
  'id' | 'label' | 'extensions' | 'mimeTypes' | 'signature' | 'noSignature' | 'sharesBytesWith'
>;

interface Spoken {
  readonly muxer: string;
  readonly encoder: SoundEncoder;
  readonly rateHz: number;
  readonly copies?: readonly string[];
  readonly demuxer?: string;
  /** Of the demuxer, where the file says neither rate nor channels. */
  readonly args?: readonly string[];
}

/** One channel at the rate of a telephone. */
const spoken = <const T extends Speech>(
  format: T,
  { muxer, encoder, rateHz, copies = [], demuxer = muxer, args = [] }: Spoken,
) =>
  defineFormat({
    ...format,
    category: 'audio',
    read: { ffmpeg: { as: 'audio', demuxer, args: () => args } },
    write: {
      ffmpeg: writtenByFfmpeg({
        from: ['audio', 'video'],
        muxer,
        storesNoTimes: true,
        audio: { copies, encoder, maxTracks: 1, maxChannels: 1, maxSampleRateHz: rateHz },
        covers: [],
      }),
    },
  });

/** Each byte may be a letter: the name decides. */
const LIKE_TEXT = { noSignature: true, sharesBytesWith: ['txt'] } as const;

/** Adaptive Multi-Rate, 3GPP TS 26.071: voice memos and messages of phones. */
export const amr = spoken(
  {
    id: 'amr',
    label: 'AMR',
    extensions: ['amr'],
    mimeTypes: ['audio/amr'],
    signature: [at(0, '#!AMR\n')],
  },
  { muxer: 'amr', encoder: AMR_NB, rateHz: 8_000, copies: ['amr_nb'] },
);

/** AMR of twice the band, 3GPP TS 26.171. */
export const awb = spoken(
  {
    id: 'awb',
    label: 'AMR-WB',
    extensions: ['awb'],
    mimeTypes: ['audio/amr-wb'],
    signature: [at(0, '#!AMR-WB\n')],
  },
  { muxer: 'amr', encoder: AMR_WB, rateHz: 16_000, copies: ['amr_wb'] },
);

/** GSM full rate, ETSI EN 300 961, as answering machines and Asterisk store it. */
export const gsm = spoken(
  {
    id: 'gsm',
    label: 'GSM',
    extensions: ['gsm'],
    mimeTypes: ['audio/x-gsm'],
    signature: [shows(PRIORITY.gsm, isGsm)],
  },
  { muxer: 'gsm', encoder: GSM, rateHz: 8_000 },
);

/** Samples of µ-law, ITU-T G.711, without a header. */
export const muLaw = spoken(
  {
    id: 'ulaw',
    label: 'µ-law',
    extensions: ['ulaw', 'ul', 'mulaw'],
    mimeTypes: ['audio/PCMU'],
    ...LIKE_TEXT,
  },
  { muxer: 'mulaw', encoder: MU_LAW, rateHz: 8_000, args: ['-ar', '8000', '-ac', '1'] },
);

/** The same of A-law. */
export const aLaw = spoken(
  {
    id: 'alaw',
    label: 'A-law',
    extensions: ['alaw'],
    mimeTypes: ['audio/PCMA'],
    ...LIKE_TEXT,
  },
  { muxer: 'alaw', encoder: A_LAW, rateHz: 8_000, args: ['-ar', '8000', '-ac', '1'] },
);

/** Samples of 16 bits without a header: Asterisk's "signed linear". */
export const sln = spoken(
  {
    id: 'sln',
    label: 'SLN',
    extensions: ['sln'],
    mimeTypes: ['audio/x-sln'],
    noSignature: true,
  },
  {
    muxer: 's16le',
    encoder: PCM_OF_TELEPHONES,
    rateHz: 8_000,
    args: ['-ar', '8000', '-ac', '1'],
  },
);

/** Wide-band telephony, ITU-T G.722. */
export const g722 = readSound(
  { id: 'g722', label: 'G.722', extensions: ['g722'], mimeTypes: ['audio/G722'], noSignature: true },
  'g722',
);

/** ADPCM of telephones, ITU-T G.726, at 32 kbit/s. */
export const g726 = readSound(
  { id: 'g726', label: 'G.726', extensions: ['g726'], mimeTypes: ['audio/G726-32'], noSignature: true },
  'g726',
  ['-code_size', '4', '-sample_rate', '8000'],
);

/** Codec 2: speech at a few hundred bytes a second, of amateur radio. */
export const codec2 = readSound(
  {
    id: 'c2',
    label: 'Codec 2',
    extensions: ['c2'],
    mimeTypes: ['audio/x-codec2'],
    signature: [at(0, '\xc0\xde\xc2')],
  },
  'codec2',
);

/** NIST SPHERE, of speech research. */
export const sph = readSound(
  {
    id: 'sph',
    label: 'SPHERE',
    extensions: ['sph', 'nist'],
    mimeTypes: ['audio/x-nist'],
    signature: [at(0, 'NIST_1A\n')],
  },
  'nistsphere',
);

/** Voice notes of Psion's pocket computers. */
export const wve = readSound(
  {
    id: 'wve',
    label: 'WVE',
    extensions: ['wve'],
    mimeTypes: ['audio/x-wve'],
    signature: [at(0, 'ALawSoundFile**\0')],
  },
  'wve',
);
