import { lossOf, type Route } from '@filemill/formats';
import { declared } from '@filemill/formats/testing';
import { describe, expect, it } from '@jest/globals';
import { isBetterKept, isRefining, isSmallEnough, settingsMeant } from './refined.js';

const routeOf = (from: string, to: string): Route => {
  const route = declared.route(from, to);
  if (!route) throw new Error(`no route from ${from} to ${to}`);
  return route;
};
const UPLOAD_BYTES = 1_000;
const result = (sizeBytes: number, ...losses: ReturnType<typeof lossOf>[]) => ({ sizeBytes, losses });
const isKept = (format: string, given: object, sizeBytes: number, ...losses: ReturnType<typeof lossOf>[]) =>
  isBetterKept(routeOf(format, format), { ...given }, UPLOAD_BYTES, result(sizeBytes, ...losses));

describe('a conversion to the same format', () => {
  it('is told from others', () => {
    expect(isRefining(routeOf('png', 'png'))).toBe(true);
    expect(isRefining(routeOf('png', 'jpg'))).toBe(false);
  });

  it.each([
    ['png', {}, 999, false],
    ['png', {}, 1_000, true],
    ['png', { strict: true }, 1_200, true],
    ['jpg', {}, 899, false],
    ['jpg', {}, 950, true],
    ['jpg', { quality: 60 }, 950, false],
    ['jpg', { quality: 95 }, 1_400, true],
    ['jpg', { targetSize: 1 }, 950, false],
    ['jpg', { lossless: true }, 950, false],
    ['jpg', { lossless: true }, 1_000, true],
    ['webp', { lossless: true }, 1_400, true],
    ['webp', { lossless: true, width: 10 }, 1_400, false],
    ['heic', { lossless: true }, 500, true],
    ['jpg', { width: 4_000 }, 9_000, false],
  ])('of %s with %j and %i bytes of 1,000 keeps the upload: %p', (format, given, sizeBytes, expected) => {
    expect(isKept(format, given, sizeBytes)).toBe(expected);
  });

  it.each([
    ['jpg', {}, true],
    ['jpg', { strict: true, metadata: 'strip', progressive: true }, true],
    ['jpg', { quality: 85 }, false],
    ['jpg', { targetSize: 20 }, false],
    ['jpg', { width: 20 }, false],
    ['jpg', { lossless: false }, false],
    ['gif', {}, true],
    ['gif', { colours: 16 }, false],
    ['png', {}, false],
    ['webp', {}, false],
    ['mp3', {}, false],
  ])('of %s with %j means packing the upload: %p', (format, given, expected) => {
    const meant = settingsMeant(routeOf(format, format), given);
    expect(meant).toEqual(expected ? { ...given, lossless: true } : given);
  });

  it('to another format means what is said', () => {
    expect(settingsMeant(routeOf('png', 'jpg'), {})).toEqual({});
  });

  it('keeps an upload that would lose something', () => {
    expect(isKept('png', {}, 500, lossOf('animation_dropped'))).toBe(true);
    expect(isKept('png', { width: 20 }, 500, lossOf('animation_dropped'))).toBe(false);
  });

  it('does not keep an upload above the size that was asked for, whatever is lost', () => {
    const loss = lossOf('picture_downscaled', { limitPx: 640 });
    const kept = (uploadBytes: number) =>
      isBetterKept(routeOf('mp4', 'mp4'), { targetSize: 1 }, uploadBytes, result(900, loss));
    expect(kept(1_025)).toBe(false);
    expect(kept(1_024)).toBe(true);
  });

  it('repairs a damaged upload, whatever its size becomes', () => {
    expect(isKept('png', {}, 5_000, lossOf('input_damaged', { unit: 'unknown' }))).toBe(false);
  });

  it('does nothing about an upload that is small enough', () => {
    expect(isSmallEnough({ targetSize: 1 }, 1_024)).toBe(true);
    expect(isSmallEnough({ targetSize: 1 }, 1_025)).toBe(false);
    expect(isSmallEnough({ targetSize: 1, width: 5 }, 10)).toBe(false);
    expect(isSmallEnough({}, 10)).toBe(false);
  });
});
