import { describe, expect, it } from '@jest/globals';
import { PictureError } from './picture-error.js';

describe('the error code for a message of libvips', () => {
  it.each([
    ['Input image exceeds pixel limit', 'FILE_TOO_LARGE'],
    ['vips2png: out of memory --- size == 600MB', 'OUT_OF_MEMORY'],
    ['VipsJpeg: Cannot allocate memory', 'OUT_OF_MEMORY'],
    ['write error: No space left on device', 'ENGINE_FAILED'],
    ['vips2png: unable to write to target /job/out/out.png', 'FILE_CORRUPT'],
    ['VipsJpeg: premature end of JPEG image', 'FILE_CORRUPT'],
  ])('%s', (message, code) => {
    expect(PictureError.from(new Error(message))).toMatchObject({ code });
  });

  it('is not an error of the file if our own code failed', () => {
    expect(PictureError.from(new TypeError('not a function'))).toMatchObject({ code: 'ENGINE_FAILED' });
  });
});
