/** Encoders that Filemill writes with; the name is that of the codec they make. */
export type VideoEncoder = 'h264' | 'vp9' | 'mpeg4' | 'wmv2';
export type AudioEncoder = 'mp3' | 'aac' | 'alac' | 'flac' | 'vorbis' | 'opus' | 'wmav2' | 'pcm';
export type SubtitleEncoder = 'mov_text' | 'webvtt' | 'subrip';

/** What a container holds, so that each stream is copied wherever it can be. Codecs are ffmpeg's names. */
export interface Container {
  /** ffmpeg's muxer. */
  readonly muxer: string;
  readonly muxerArgs: readonly string[];
  readonly video?: {
    readonly copies: readonly string[];
    readonly encoder: VideoEncoder;
    /** The others are dropped and reported. */
    readonly maxTracks: number;
    /** Whether the turn of a phone video is kept beside the pictures; else they are turned, which means encoding. */
    readonly holdsRotation: boolean;
  };
  readonly audio: {
    readonly copies: readonly string[];
    readonly encoder: AudioEncoder;
    readonly maxTracks: number;
    /** Of the encoder, not of copies. */
    readonly maxChannels: number;
    readonly maxSampleRateHz: number;
  };
  readonly subtitles?: {
    readonly copies: readonly string[];
    /** For text; pictures of text cannot be converted. */
    readonly encoder: SubtitleEncoder;
  };
  /** Codecs of a cover that can be attached. */
  readonly covers: readonly string[];
}

const ALL = 64;
const PCM = ['pcm_u8', 'pcm_s16le', 'pcm_s24le', 'pcm_s32le', 'pcm_f32le', 'pcm_f64le'];
const PCM_BIG = ['pcm_s16be', 'pcm_s24be', 'pcm_s32be', 'pcm_f32be'];
const WINDOWS_SOUND = ['wmav1', 'wmav2', 'wmapro'];
/** The table of contents goes to the front, so that the file plays while it is being downloaded. */
const FAST_START = ['-movflags', '+faststart'];
/** Version 3 is what Windows and cars read. */
const ID3 = ['-id3v2_version', '3'];

/**
 * Container × codec: what is copied, and what the rest is encoded to. A codec is listed where today's players of that
 * container play it, which is less than what a muxer accepts: H.264 in AVI loses its frame order, FLAC in MP4 is mute
 * in most players.
 */
export const CONTAINERS: Readonly<Record<string, Container>> = {
  mp4: {
    muxer: 'mp4',
    muxerArgs: FAST_START,
    video: {
      copies: ['h264', 'hevc', 'av1', 'vp9', 'mpeg4'],
      encoder: 'h264',
      maxTracks: ALL,
      holdsRotation: true,
    },
    audio: {
      copies: ['aac', 'mp3', 'ac3', 'eac3', 'opus', 'alac'],
      encoder: 'aac',
      maxTracks: ALL,
      maxChannels: 8,
      maxSampleRateHz: 48_000,
    },
    subtitles: { copies: ['mov_text'], encoder: 'mov_text' },
    covers: ['mjpeg', 'png'],
  },
  mov: {
    muxer: 'mov',
    muxerArgs: FAST_START,
    video: {
      copies: ['h264', 'hevc', 'mpeg4', 'prores', 'dnxhd', 'mjpeg', 'mpeg2video', 'dvvideo'],
      encoder: 'h264',
      maxTracks: ALL,
      holdsRotation: true,
    },
    audio: {
      copies: ['aac', 'mp3', 'ac3', 'eac3', 'alac', ...PCM, ...PCM_BIG],
      encoder: 'aac',
      maxTracks: ALL,
      maxChannels: 8,
      maxSampleRateHz: 48_000,
    },
    subtitles: { copies: ['mov_text'], encoder: 'mov_text' },
    covers: [],
  },
  '3gp': {
    muxer: '3gp',
    muxerArgs: FAST_START,
    video: { copies: ['h264', 'mpeg4', 'h263'], encoder: 'h264', maxTracks: 1, holdsRotation: true },
    audio: {
      copies: ['aac', 'amr_nb', 'amr_wb'],
      encoder: 'aac',
      maxTracks: ALL,
      maxChannels: 2,
      maxSampleRateHz: 48_000,
    },
    subtitles: { copies: ['mov_text'], encoder: 'mov_text' },
    covers: [],
  },
  mkv: {
    muxer: 'matroska',
    muxerArgs: [],
    video: {
      copies: [
        ...[
          'h264',
          'hevc',
          'av1',
          'vp8',
          'vp9',
          'mpeg4',
          'mpeg2video',
          'mpeg1video',
          'theora',
          'mjpeg',
          'prores',
        ],
        ...['ffv1', 'msmpeg4v2', 'msmpeg4v3', 'wmv1', 'wmv2', 'wmv3', 'vc1', 'flv1', 'huffyuv'],
      ],
      encoder: 'h264',
      maxTracks: ALL,
      holdsRotation: false,
    },
    audio: {
      copies: [
        ...[
          'aac',
          'mp3',
          'mp2',
          'ac3',
          'eac3',
          'dts',
          'truehd',
          'vorbis',
          'opus',
          'flac',
          'alac',
          'tta',
          'wavpack',
        ],
        ...PCM,
        ...WINDOWS_SOUND,
      ],
      encoder: 'aac',
      maxTracks: ALL,
      maxChannels: 8,
      maxSampleRateHz: 48_000,
    },
    subtitles: {
      copies: ['subrip', 'ass', 'webvtt', 'hdmv_pgs_subtitle', 'dvd_subtitle', 'dvb_subtitle'],
      encoder: 'subrip',
    },
    covers: [],
  },
  webm: {
    muxer: 'webm',
    muxerArgs: [],
    video: { copies: ['vp8', 'vp9', 'av1'], encoder: 'vp9', maxTracks: 1, holdsRotation: false },
    audio: {
      copies: ['vorbis', 'opus'],
      encoder: 'opus',
      maxTracks: ALL,
      maxChannels: 8,
      maxSampleRateHz: 48_000,
    },
    subtitles: { copies: ['webvtt'], encoder: 'webvtt' },
    covers: [],
  },
  avi: {
    muxer: 'avi',
    muxerArgs: [],
    video: {
      copies: ['mpeg4', 'msmpeg4v2', 'msmpeg4v3', 'mjpeg', 'dvvideo', 'huffyuv'],
      encoder: 'mpeg4',
      maxTracks: 1,
      holdsRotation: false,
    },
    audio: {
      copies: ['mp3', 'mp2', 'ac3', 'pcm_u8', 'pcm_s16le'],
      encoder: 'mp3',
      maxTracks: ALL,
      maxChannels: 2,
      maxSampleRateHz: 48_000,
    },
    covers: [],
  },
  flv: {
    muxer: 'flv',
    muxerArgs: [],
    video: { copies: ['h264', 'flv1', 'vp6f'], encoder: 'h264', maxTracks: 1, holdsRotation: false },
    audio: { copies: ['aac'], encoder: 'aac', maxTracks: 1, maxChannels: 8, maxSampleRateHz: 48_000 },
    covers: [],
  },
  wmv: {
    muxer: 'asf',
    muxerArgs: [],
    video: { copies: ['wmv1', 'wmv2', 'wmv3', 'vc1'], encoder: 'wmv2', maxTracks: 1, holdsRotation: false },
    audio: {
      copies: WINDOWS_SOUND,
      encoder: 'wmav2',
      maxTracks: ALL,
      maxChannels: 2,
      maxSampleRateHz: 48_000,
    },
    covers: [],
  },
  mp3: {
    muxer: 'mp3',
    muxerArgs: ID3,
    audio: { copies: ['mp3'], encoder: 'mp3', maxTracks: 1, maxChannels: 2, maxSampleRateHz: 48_000 },
    covers: ['mjpeg', 'png'],
  },
  wav: {
    muxer: 'wav',
    // RF64 only where the 4 GB of RIFF do not suffice.
    muxerArgs: ['-rf64', 'auto'],
    audio: {
      copies: [...PCM, 'pcm_alaw', 'pcm_mulaw'],
      encoder: 'pcm',
      maxTracks: 1,
      maxChannels: 64,
      maxSampleRateHz: 768_000,
    },
    covers: [],
  },
  flac: {
    muxer: 'flac',
    muxerArgs: [],
    audio: { copies: ['flac'], encoder: 'flac', maxTracks: 1, maxChannels: 8, maxSampleRateHz: 655_350 },
    covers: ['mjpeg', 'png'],
  },
  aac: {
    muxer: 'adts',
    muxerArgs: ['-write_id3v2', '1', ...ID3],
    audio: { copies: ['aac'], encoder: 'aac', maxTracks: 1, maxChannels: 8, maxSampleRateHz: 48_000 },
    covers: [],
  },
  ogg: {
    muxer: 'ogg',
    muxerArgs: [],
    audio: {
      copies: ['vorbis', 'opus', 'flac', 'speex'],
      encoder: 'vorbis',
      maxTracks: 1,
      maxChannels: 8,
      maxSampleRateHz: 192_000,
    },
    covers: [],
  },
  m4a: {
    muxer: 'ipod',
    muxerArgs: FAST_START,
    audio: { copies: ['aac'], encoder: 'aac', maxTracks: ALL, maxChannels: 8, maxSampleRateHz: 48_000 },
    covers: ['mjpeg', 'png'],
  },
  wma: {
    muxer: 'asf',
    muxerArgs: [],
    audio: {
      copies: [...WINDOWS_SOUND, 'wmalossless'],
      encoder: 'wmav2',
      maxTracks: 1,
      maxChannels: 2,
      maxSampleRateHz: 48_000,
    },
    covers: [],
  },
};

/** Apple Lossless, in place of the AAC of M4A. */
export const M4A_LOSSLESS: Container['audio'] = {
  copies: ['alac'],
  encoder: 'alac',
  maxTracks: ALL,
  maxChannels: 8,
  maxSampleRateHz: 384_000,
};
