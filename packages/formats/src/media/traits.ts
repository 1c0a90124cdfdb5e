import type { AudioTracks, FfmpegWrite } from '../define/media-engines.js';
import { ALL_TRAITS, type Trait, type TraitSet, traitSet, without } from '../define/traits.js';

/** Codecs of video with more than eight bits a colour, and with high dynamic range. */
const DEEP_CODECS = ['hevc', 'av1', 'vp9', 'prores', 'ffv1', 'dnxhd'];
const USUAL_RATE_HZ = 44_100;
const HIGH_RATE_HZ = 48_000;
const USUAL_BITS = 16;

const ABOUT_PICTURES: readonly Trait[] = [
  ...(['video', 'several videos', 'many colours', 'wide pictures', '16 bits'] as const),
  'high dynamic range',
];
const ABOUT_SUBTITLES: readonly Trait[] = ['subtitles', 'several subtitles', 'subtitle styles'];
const ABOUT_SOUND: readonly Trait[] = [
  ...(['sound', 'several sounds', 'surround', 'full sample rate', 'high sample rate'] as const),
  'high sample depth',
];

const when = (holds: boolean, trait: Trait): readonly Trait[] => (holds ? [trait] : []);

/** Whether its encoder keeps every bit; lossy sound has no depth to lose. */
const isDeep = ({ encoder: { takesAnyLayout, maxSampleBits = 0 } }: AudioTracks): boolean =>
  takesAnyLayout === true || maxSampleBits > USUAL_BITS;
const isLossy = ({ encoder: { takesAnyLayout, maxSampleBits } }: AudioTracks): boolean =>
  takesAnyLayout !== true && maxSampleBits === undefined;

const pictureTraits = ({ video }: FfmpegWrite): readonly Trait[] =>
  video
    ? [
        'video',
        ...when(video.maxTracks > 1, 'several videos'),
        ...when(video.encoder.palette === undefined, 'many colours'),
        ...when(video.encoder.maxWidthPx === undefined, 'wide pictures'),
        ...when(
          video.copies.some((codec) => DEEP_CODECS.includes(codec)),
          '16 bits',
        ),
        ...when(
          video.copies.some((codec) => DEEP_CODECS.includes(codec)),
          'high dynamic range',
        ),
      ]
    : [];

const subtitleTraits = ({ subtitles }: FfmpegWrite): readonly Trait[] =>
  subtitles
    ? [
        'subtitles',
        ...when(subtitles.maxTracks === undefined, 'several subtitles'),
        ...when(subtitles.copies.includes('ass'), 'subtitle styles'),
      ]
    : [];

const soundTraits = ({ audio }: FfmpegWrite): readonly Trait[] =>
  audio.maxTracks > 0
    ? [
        'sound',
        ...when(audio.maxTracks > 1, 'several sounds'),
        ...when(audio.maxChannels > 2, 'surround'),
        ...when(audio.maxSampleRateHz >= USUAL_RATE_HZ, 'full sample rate'),
        ...when(audio.maxSampleRateHz > HIGH_RATE_HZ, 'high sample rate'),
        ...when(isDeep(audio), 'high sample depth'),
      ]
    : [];

/** What files of a format that ffmpeg writes hold: the declaration of its container says it. */
export const mediaTraits = (write: FfmpegWrite): TraitSet =>
  traitSet([
    ...pictureTraits(write),
    ...subtitleTraits(write),
    ...soundTraits(write),
    ...when(write.covers.length > 0, 'cover'),
    ...when(write.muxer === 'matroska', 'attachments'),
  ]);

/** What survives when ffmpeg writes it. What goes with all of the sound or video is not a loss of its own. */
export function keptByFfmpeg(write: FfmpegWrite, from: string): TraitSet {
  const kept = [
    ...(write.video ? pictureTraits(write) : ABOUT_PICTURES.filter((trait) => trait !== 'video')),
    // Nobody expects subtitles of sound; a video without them lacks all, not only some.
    ...(write.video || write.subtitles ? subtitleTraits(write) : ABOUT_SUBTITLES),
    ...when(write.subtitles === undefined, 'several subtitles'),
    ...(write.audio.maxTracks > 0 ? soundTraits(write) : ABOUT_SOUND.filter((trait) => trait !== 'sound')),
    ...when(isLossy(write.audio), 'high sample depth'),
    // The cover of sound becomes the picture of the video.
    ...when(write.covers.length > 0 || (from === 'audio' && write.video !== undefined), 'cover'),
  ];
  return (
    without(ALL_TRAITS, [...ABOUT_PICTURES, ...ABOUT_SUBTITLES, ...ABOUT_SOUND, 'cover', 'attachments']) |
    traitSet(kept)
  );
}
