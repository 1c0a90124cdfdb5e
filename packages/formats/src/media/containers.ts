import type { AudioTracks, FfmpegRead } from '../define/media-engines.js';
import { PCM } from './encoders/sound.js';

/** MP4, QuickTime, M4A and 3GP share one demuxer. */
export const ISOBMFF_DEMUXER: FfmpegRead = {
  demuxer: 'mov',
  demuxerNames: 'mov,mp4,m4a,3gp,3g2,mj2',
};
/** Also for WebM. */
export const MATROSKA_DEMUXER: FfmpegRead = { demuxer: 'matroska', demuxerNames: 'matroska,webm' };

/** Maximum number of tracks of one kind in containers without their own limit; an input has no more. */
export const ALL_TRACKS = 64;

/** Moves the moov box to the front, so that the file plays while it downloads. */
export const FAST_START = ['-movflags', '+faststart'] as const;
/** Windows and car radios read version 3. */
export const ID3_VERSION = ['-id3v2_version', '3'] as const;

/** PCM samples, the lowest byte first, as WAV and AVI store them. */
export const PCM_CODECS = [
  'pcm_u8',
  'pcm_s16le',
  'pcm_s24le',
  'pcm_s32le',
  'pcm_f32le',
  'pcm_f64le',
] as const;
/** Codecs that QuickTime had first. */
export const PCM_BIG_ENDIAN_CODECS = ['pcm_s16be', 'pcm_s24be', 'pcm_s32be', 'pcm_f32be'] as const;
/** Microsoft's codecs of sound, by ffmpeg's names. */
export const WINDOWS_SOUND_CODECS = ['wmav1', 'wmav2', 'wmapro'] as const;
/** Codecs of covers that MP4, M4A, MP3 and FLAC can attach. */
export const COVER_CODECS = ['mjpeg', 'png'] as const;

/** Of formats without sound: every track is left out and reported. */
export const SILENT: AudioTracks = {
  copies: [],
  encoder: PCM,
  maxTracks: 0,
  maxChannels: 2,
  maxSampleRateHz: 48_000,
};
