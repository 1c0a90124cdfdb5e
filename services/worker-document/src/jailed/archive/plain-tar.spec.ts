import { execFileSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { xzDictionaryBytes } from './plain-tar.js';

const MIB = 1024 ** 2;
const xz = (...args: string[]): Buffer =>
  execFileSync('/usr/bin/xz', ['-c', ...args], { input: 'The mill grinds.' });

describe('the memory that an xz file needs', () => {
  it.each([1, 6, 96])('equals its dictionary of %i MB', (size) => {
    expect(xzDictionaryBytes(xz(`--lzma2=preset=0,dict=${size}MiB`))).toBe(size * MIB);
  });

  it('is found behind another filter and with optional block sizes', () => {
    expect(xzDictionaryBytes(xz('--x86', '--delta=dist=4', '--lzma2=preset=0,dict=3MiB'))).toBe(3 * MIB);
    expect(xzDictionaryBytes(xz('--threads=2', '--lzma2=preset=0,dict=2MiB'))).toBe(2 * MIB);
  });

  it.each([0, 11, 13, 16])('is unknown from the first %i bytes of a file', (length) => {
    expect(xzDictionaryBytes(xz().subarray(0, length))).toBe(0);
  });
});
