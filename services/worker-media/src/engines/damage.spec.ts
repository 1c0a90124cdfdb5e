import type { MediaInfo } from '@filemill/formats';
import { describe, expect, it } from '@jest/globals';
import { damageOf, reportsFault } from './damage.js';

const UNDECODED = '[error] Error while decoding stream #0:0: Invalid data found when processing input\n';
const HEADER_MISSING = '[mp3float @ 0x55] [error] Header missing\n';
const media = (more: Partial<MediaInfo> = {}): MediaInfo => ({ durationMs: 10_000, tracks: [], ...more });
const damage = (stderr: string, writtenMs: number, more?: Partial<MediaInfo>) =>
  damageOf({ stderr, writtenMs }, media(more));

describe('damageOf', () => {
  it.each([
    '[mov,mp4,m4a,3gp,3g2,mj2 @ 0x55] [error] stream 1, offset 0x125c0: partial file\n',
    '[matroska,webm @ 0x55] [error] File ended prematurely\n',
    '[warning] /job/in/in.flv: corrupt input packet in stream 1\n',
    UNDECODED,
  ])('reports the missing part of a known length: %s', (stderr) => {
    expect(damage(stderr, 4_000)).toEqual({ unit: 'seconds', missing: 6, total: 10 });
  });

  it('uses the damage found by the reader if ffmpeg reports none', () => {
    expect(damage('', 4_000, { endsEarly: true })).toEqual({ unit: 'seconds', missing: 6, total: 10 });
    expect(damage('', 4_000, { endsEarly: true, isDurationEstimated: true })).toEqual({ unit: 'unknown' });
  });

  it('does not treat a wrong length as damage', () => {
    expect(damage('', 4_000)).toBeUndefined();
    expect(damage('', 20_000)).toBeUndefined();
  });

  it.each([
    '',
    '[warning] Guessed Channel Layout for Input Stream #0.0 : stereo\n',
    '[mp3 @ 0x55] [warning] Estimating duration from bitrate, this may be inaccurate\n',
    '[mp4 @ 0x55] [error] Application provided invalid, non monotonically increasing dts to muxer\n',
    UNDECODED.repeat(2),
    '[warning] /job/in/in.wav: corrupt input packet in stream 0\n',
  ])('ignores messages that change nothing: %j', (stderr) => {
    expect(damage(stderr, 9_950)).toBeUndefined();
  });

  it('counts packets that could not be decoded and pictures that are partly shown', () => {
    expect(damage(UNDECODED.repeat(3), 10_000)).toEqual({ unit: 'unknown' });
    expect(damage('[warning] in.mp4: corrupt decoded frame in stream 0\n', 10_000)).toEqual({
      unit: 'unknown',
    });
  });

  it('ignores trailing data where something may follow the audio, and nowhere else', () => {
    const messages = (HEADER_MISSING + UNDECODED).repeat(9);
    expect(damage(messages, 10_000, { hasTail: true })).toBeUndefined();
    expect(damage(messages, 10_000)).toEqual({ unit: 'unknown' });
  });
});

describe('reportsFault', () => {
  it('is true for messages about damage that the length may not show', () => {
    expect(reportsFault({ stderr: UNDECODED, writtenMs: 10_000 }, media())).toBe(true);
    expect(reportsFault({ stderr: '', writtenMs: 10_000 }, media({ endsEarly: true }))).toBe(true);
    expect(reportsFault({ stderr: '[warning] Guessed Channel Layout\n', writtenMs: 10_000 }, media())).toBe(
      false,
    );
  });
});
