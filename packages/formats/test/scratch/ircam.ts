import { corrupt } from '../../src/bytes/byte-reader.js';
import { type Window } from '../../src/bytes/windows.js';
import type { MediaTrack } from '../../src/define/facts.js';
import { defineFormat } from '../../src/define/format.js';
import { type SoundEncoder, writtenByFfmpeg } from '../../src/define/media-engines.js';
import { at } from '../../src/define/signature.js';
import { type FoundMedia, mediaLimits } from '../../src/media/readers/header-reader.js';

const HEADER_BYTES = 1024;
/** Codes of sample types that are read here: those that ffmpeg writes (libavformat/ircam.c). */
const SAMPLES: ReadonlyMap<number, readonly [codec: string, bits: number]> = new Map([
  [0x00002, ['pcm_s16le', 16]],
  [0x40004, ['pcm_s32le', 32]],
]);

/** Rate, channels and type of the samples follow the mark; samples fill the rest of the file. */
async function readIrcam(window: Window, found: FoundMedia): Promise<void> {
  const header = await window.readExactly(0, 16);
  const sampleRateHz = header.readFloatLE(4);
  const channels = header.readUInt32LE(8);
  const [codec, sampleBits] = SAMPLES.get(header.readUInt32LE(12)) ?? [];
  if (!(sampleRateHz > 0) || channels === 0) throw corrupt('its header names no sound');
  if (codec === undefined || sampleBits === undefined) throw corrupt('its samples are of an unknown type');
  found.tracks.push({ kind: 'audio', codec, sampleRateHz, channels, sampleBits });
  const bytesPerSecond = (sampleRateHz * channels * sampleBits) / 8;
  found.durationMs = (Math.max(0, window.sizeBytes - HEADER_BYTES) / bytesPerSecond) * 1000;
}

const codecOf = ({ sampleBits = 16 }: MediaTrack): string => (sampleBits > 16 ? 'pcm_s32le' : 'pcm_s16le');

const IRCAM_PCM: SoundEncoder = {
  codec: codecOf,
  args: ({ track }) => ['-c:%', codecOf(track)],
  maxSampleBits: 32,
};

/**
 * Sound files of the Berkeley/IRCAM/CARL programs, a format that the catalogue lacks: the one file that a test puts into
 * a copy of `src/audio` to show that nothing else is needed. A real declaration would be the same.
 */
export const ircam = defineFormat({
  id: 'ircam',
  label: 'IRCAM',
  category: 'audio',
  extensions: ['sf', 'ircam'],
  mimeTypes: ['audio/x-ircam'],
  signature: [at(0, '\x64\xa3\x01\x00')],
  limits: mediaLimits(readIrcam),
  read: { ffmpeg: { as: 'audio', demuxer: 'ircam' } },
  write: {
    ffmpeg: writtenByFfmpeg({
      from: ['audio', 'video'],
      muxer: 'ircam',
      audio: {
        copies: ['pcm_s16le', 'pcm_s32le'],
        encoder: IRCAM_PCM,
        maxTracks: 1,
        maxChannels: 2,
        maxSampleRateHz: 192_000,
      },
      covers: [],
    }),
  },
});
