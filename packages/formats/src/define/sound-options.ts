import { z } from 'zod';
import type { AudioTracks, BitRates, SoundEncoder } from './media-engines.js';
import { more } from './shape-options.js';

const dB = { unit: 'dB', ...more } as const;
const hertz = { unit: 'Hz', ...more } as const;
const kbps = { unit: 'kbit/s', ...more } as const;
const HUMAN_HZ = { min: 20, max: 20_000 } as const;
/** Below this the noise of a quiet room begins. */
const ROOM_DB = -50;

/** What can be done to sound, whatever its format. */
export const soundEdits = {
  loudness: z
    .literal([-14, -16, -23])
    .optional()
    .describe(
      'Loudness by EBU R 128: -14 as music services play it, -16 for podcasts, -23 for broadcasting. Left out, that of the source.',
    )
    .meta({ unit: 'LUFS', ...more }),
  pitch: z
    .number()
    .min(-12)
    .max(12)
    .default(0)
    .describe('Semitones higher or lower; the speed stays.')
    .meta(more),
  bass: z.number().min(-20).max(20).default(0).describe('Decibels more or less of the low tones.').meta(dB),
  treble: z
    .number()
    .min(-20)
    .max(20)
    .default(0)
    .describe('Decibels more or less of the high tones.')
    .meta(dB),
  highpass: z
    .int()
    .min(HUMAN_HZ.min)
    .max(HUMAN_HZ.max)
    .optional()
    .describe('Tones below this frequency become quieter: 80 removes rumble.')
    .meta(hertz),
  lowpass: z
    .int()
    .min(HUMAN_HZ.min)
    .max(HUMAN_HZ.max)
    .optional()
    .describe('Tones above this frequency become quieter: 8000 removes hiss.')
    .meta(hertz),
};

/** What can be done to sound alone: in a film the pictures would be late. */
export const silenceEdits = {
  silence: z
    .enum(['keep', 'trim'])
    .default('keep')
    .describe('Whether silence at the start and at the end is cut off.')
    .meta(more),
  silenceThreshold: z
    .int()
    .min(-90)
    .max(-20)
    .default(ROOM_DB)
    .describe('What is quieter counts as silence; only where silence is cut off.')
    .meta(dB),
};

/** The whole of it backwards. */
export const reverse = {
  reverse: z
    .boolean()
    .default(false)
    .describe('The end comes first. It needs memory for all of it, so only short files can be reversed.')
    .meta(more),
};

/** Which of several sounds of the upload. */
export const audioTrack = {
  audioTrack: z
    .int()
    .min(1)
    .max(64)
    .optional()
    .describe('Number of the one sound that is taken, if the file has several. Left out, all that fit.')
    .meta(more),
};

/** The moment at which sound begins beside pictures. */
export const audioDelay = {
  audioDelay: z
    .int()
    .min(-10_000)
    .max(10_000)
    .default(0)
    .describe('Milliseconds by which the sound comes later than the pictures, or earlier.')
    .meta({ unit: 'ms', ...more }),
};

/** Settings of encoders, with all values that any of them has. */
export const encoderSettings = {
  bitrate: z.number().optional(),
  audioBitrate: z.number().optional(),
  bitrateMode: z.enum(['constant', 'average']).optional(),
  sampleRate: z.number().optional(),
  bitDepth: z.number().optional(),
  audioCodec: z.string().optional(),
  compressionLevel: z.number().optional(),
};

/** The encoders that can write a format: the chosen one, or the one by default. */
export const soundEncodersOf = ({ codecs, encoder }: AudioTracks): readonly SoundEncoder[] =>
  codecs ? Object.values(codecs) : [encoder];

/** Whether an encoder has a bit rate. */
export const hasRate = (rates: BitRates | undefined, value: number): boolean => {
  if (!rates) return false;
  return 'min' in rates ? value >= rates.min && value <= rates.max : rates.includes(value);
};

/** Whether an encoder can have nearly every bit rate: with a few of them no size can be met. */
export const hasEveryRate = ({ kbps, holdsRate, jumps }: SoundEncoder): boolean =>
  kbps !== undefined && !jumps && ('min' in kbps || holdsRate === true);

const DESCRIPTION_OF_BIT_RATE =
  'Size of a second of sound, in place of the quality. Left out, the quality decides.';

/** One schema for the bit rates of several encoders. */
function rateSchema(all: readonly BitRates[]): z.ZodType | undefined {
  const lists = all.filter((rates): rates is readonly number[] => !('min' in rates));
  if (all.length === 0) return undefined;
  if (lists.length === all.length) {
    const values = [...new Set(lists.flat())].toSorted((a, b) => a - b);
    return z.literal(values);
  }
  const least = all.map((rates) => ('min' in rates ? rates.min : Math.min(...rates)));
  const most = all.map((rates) => ('min' in rates ? rates.max : Math.max(...rates)));
  return z
    .int()
    .min(Math.min(...least))
    .max(Math.max(...most));
}

/**
 * Settings of the encoders of a format: what none of them has is not offered.
 *
 * @param isFilm - the bit rate is named after the sound, as the pictures have one too
 */
export function soundEncoderOptions(audio: AudioTracks, isFilm: boolean): Record<string, z.ZodType> {
  const encoders = soundEncodersOf(audio);
  const rates = rateSchema(encoders.flatMap((encoder) => (encoder.kbps ? [encoder.kbps] : [])));
  const highestHz = Math.max(...encoders.map((encoder) => encoder.maxSampleRateHz ?? audio.maxSampleRateHz));
  const hz = [...new Set(encoders.flatMap(({ ratesHz = [] }) => ratesHz))].filter(
    (rate) => rate <= highestHz,
  );
  const depths = [...new Set(encoders.flatMap((encoder) => encoder.depths ?? []))];
  return {
    ...(audio.codecs && {
      audioCodec: z
        .enum(Object.keys(audio.codecs))
        .optional()
        .describe('How sound is stored. Left out, as in the source where the format allows.')
        .meta(more),
    }),
    ...(rates && {
      [isFilm ? 'audioBitrate' : 'bitrate']: rates.optional().describe(DESCRIPTION_OF_BIT_RATE).meta(kbps),
    }),
    ...(encoders.some(({ holdsRate }) => holdsRate) && {
      bitrateMode: z
        .enum(['constant', 'average'])
        .optional()
        .describe('Whether each second has the chosen bit rate, or only the whole. Left out, each.')
        .meta(more),
    }),
    ...(hz.length > 0 && {
      sampleRate: z
        .literal(hz.toSorted((a, b) => a - b))
        .optional()
        .describe('Samples a second. Left out, those of the source.')
        .meta(hertz),
    }),
    ...(depths.length > 0 && {
      bitDepth: z
        .literal(depths.toSorted((a, b) => a - b))
        .optional()
        .describe('Bits of a sample. Left out, those of the source.')
        .meta({ unit: 'bit', ...more }),
    }),
  };
}
