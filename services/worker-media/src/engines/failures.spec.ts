import { inLinearTime } from '@filemill/platform/testing';
import { describe, expect, it } from '@jest/globals';
import { failureOf } from './failures.js';

const failedWith = (stderr: string, exitCode = 1) =>
  failureOf({ exitCode, exitSignal: null, stderr, stdout: '', wallMs: 1 });

describe('the error for a failed run of ffmpeg', () => {
  it.each([
    ['[in#0 @ 0x55] Error opening input: Invalid data found when processing input', 'FILE_CORRUPT'],
    ['Decoder (codec none) not found for input stream #0:1', 'FILE_CORRUPT'],
    ['[mov @ 0x55] Track is encrypted: no decryption key was given', 'FILE_ENCRYPTED'],
    ['[h264 @ 0x55] get_buffer() failed: Cannot allocate memory', 'FILE_TOO_LARGE'],
    [
      '[mp3 @ 0x55] [error] Invalid frame size (522)\n[error] /job/in/in.mp3: Invalid argument\n',
      'FILE_CORRUPT',
    ],
    ['/job/in/in.mkv: End of file', 'FILE_CORRUPT'],
    ['[error] /job/in/in.wmv: Operation not permitted', 'FILE_CORRUPT'],
    ['[error] /job/in/in.wmv: No such file or directory', 'ENGINE_FAILED'],
    ['[error] /job/in/in.wmv: Permission denied', 'ENGINE_FAILED'],
    ['[error] /job/out/out.mkv: Invalid argument', 'ENGINE_FAILED'],
    ['[warning] /job/in/in.flv: corrupt input packet in stream 1', 'ENGINE_FAILED'],
    ['a riddle', 'ENGINE_FAILED'],
  ])('%s', (stderr, code) => {
    expect(failedWith(stderr)).toMatchObject({ code });
  });

  it.each(['Decoder ', 'Decoder (codec ', 'Conversion failed!', 'not found'])(
    'reads many “%s” in linear time',
    (part) => {
      expect(inLinearTime(() => failedWith(part.repeat(50_000)))).toMatchObject({ code: 'ENGINE_FAILED' });
    },
  );

  it.each([
    ["width '-8032' or height '120'", 'cropLeft'],
    ["width '160' or height '-8072'", 'cropTop'],
  ])('names the setting of a part beside the picture: %s', (size, field) => {
    const error = failedWith(`[Parsed_crop_0 @ 0x5] Invalid too big or non positive size for ${size}`);
    expect(error).toMatchObject({ code: 'OPTION_INVALID', params: { field } });
  });

  it('is FILE_CORRUPT if there are more broken frames than tolerated', () => {
    expect(failedWith('', 69)).toMatchObject({ code: 'FILE_CORRUPT' });
  });
});
