import type { FfmpegRead } from '../define/engine-data/ffmpeg.js';

/** MP4, QuickTime, M4A and 3GP have one reader. */
export const ISOBMFF_DEMUXER: FfmpegRead = {
  demuxer: 'mov',
  demuxerNames: 'mov,mp4,m4a,3gp,3g2,mj2',
};
/** Matroska and WebM too. */
export const MATROSKA_DEMUXER: FfmpegRead = { demuxer: 'matroska', demuxerNames: 'matroska,webm' };

/** Tracks of one kind that containers without a limit of their own may get; an input has no more. */
export const ALL_TRACKS = 64;

/** The table of contents goes to the front, so that the file plays while it is being downloaded. */
export const FAST_START = ['-movflags', '+faststart'] as const;
/** Version 3 is what Windows and cars read. */
export const ID3_VERSION = ['-id3v2_version', '3'] as const;

export const PCM_CODECS = [
  'pcm_u8',
  'pcm_s16le',
  'pcm_s24le',
  'pcm_s32le',
  'pcm_f32le',
  'pcm_f64le',
] as const;
/** As QuickTime had them first. */
export const PCM_BIG_ENDIAN_CODECS = ['pcm_s16be', 'pcm_s24be', 'pcm_s32be', 'pcm_f32be'] as const;
export const WINDOWS_SOUND_CODECS = ['wmav1', 'wmav2', 'wmapro'] as const;
/** Pictures that MP4, M4A, MP3 and FLAC attach as a cover. */
export const COVER_CODECS = ['mjpeg', 'png'] as const;
