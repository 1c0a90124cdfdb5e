import { registry } from '@filemill/formats';
import { describe, expect, it } from '@jest/globals';
import { parseOptions } from './options.js';

const parse = (from: string, to: string, options: unknown, quality?: string) => {
  const route = registry.route(from, to);
  if (!route) throw new Error(`${from} to ${to}`);
  return parseOptions(route, JSON.stringify(options), quality);
};

function refusalOf(from: string, to: string, options: unknown): unknown {
  try {
    return parse(from, to, options);
  } catch (error) {
    return (error as { params: unknown }).params;
  }
}

describe('the options of a conversion', () => {
  it('are those of every step of its route, and only those that were given', () => {
    // sharp changes the picture, and vips writes it.
    expect(parse('jpg', 'heic', { width: 100 }, '80')).toEqual({ width: 100, quality: 80 });
    expect(parse('mp4', 'mkv', { start: 1.5 })).toEqual({ start: 1.5 });
    expect(parse('mp4', 'mkv', {})).toEqual({});
  });

  it.each([
    ['png', 'webp', { width: 20_000 }, { field: 'width', nearest: 16_383 }],
    ['png', 'webp', { width: 0 }, { field: 'width', nearest: 1 }],
    ['png', 'webp', { width: 10.4 }, { field: 'width', nearest: 10 }],
    ['png', 'webp', { quality: 101 }, { field: 'quality', nearest: 100 }],
    [
      'png',
      'webp',
      { rotate: 100 },
      { field: 'rotate', nearest: 90, allowed: { values: [0, 90, 180, 270] } },
    ],
    [
      'png',
      'webp',
      { fit: 'fill' },
      { field: 'fit', allowed: { values: ['inside', 'cover', 'pad', 'stretch'] } },
    ],
    ['mp4', 'mkv', { width: 101 }, { field: 'width', nearest: 102, allowed: { multipleOf: 2 } }],
    [
      'mp4',
      'mkv',
      { volume: -31.5 },
      { field: 'volume', nearest: -30, allowed: { minimum: -30, maximum: 30 } },
    ],
    ['mp4', 'mkv', { volume: 'loud' }, { field: 'volume', allowed: { minimum: -30, maximum: 30 } }],
  ])('from %s to %s are refused with what is allowed: %j', (from, to, options, wanted) => {
    expect(refusalOf(from, to, options)).toMatchObject(wanted);
  });

  it.each([
    ['mp3', 'flac', { width: 100 }, 'width'],
    ['png', 'webp', { start: 1 }, 'start'],
    ['png', 'webp', { __proto__x: 1 }, '__proto__x'],
    ['zip', '7z', { width: 100 }, 'width'],
  ])('from %s to %s are refused if no step has them: %j', (from, to, options, field) => {
    expect(refusalOf(from, to, options)).toMatchObject({ field });
  });
});
