import { describe, expect, it } from '@jest/globals';
import { anInput, anItem, aTarget } from '../../../testing/factories.js';
import { isSkipped } from './item.js';
import { alike, chosen, sharedTargets } from './targets.js';

const formats = (items: Parameters<typeof sharedTargets>[0]) =>
  sharedTargets(items).map(({ format }) => format);

describe('sharedTargets', () => {
  it('offers what all files can become', () => {
    const items = [
      anItem({ input: anInput('heic', ['jpg', 'webp', 'pdf']) }),
      anItem({ input: anInput('svg', ['png', 'webp', 'pdf']) }),
    ];
    expect(formats(items)).toEqual(['webp', 'pdf']);
  });

  it('offers a format that some files have already, and those are skipped', () => {
    const png = anItem({ input: anInput('png', ['jpg']), target: 'png' });
    const jpg = anItem({ input: anInput('jpg', ['png']), target: 'png' });
    expect(formats([png, jpg])).toEqual(['jpg', 'png']);
    expect([isSkipped(png), isSkipped(jpg)]).toEqual([true, false]);
  });

  it('does not skip a file that is to be optimised', () => {
    const png = anItem({ input: anInput('png', ['jpg', 'png']) });
    expect(isSkipped({ ...png, ...chosen(png, 'png', false) })).toBe(true);
    expect(isSkipped({ ...png, ...chosen(png, 'png', true) })).toBe(false);
    const docx = anItem({ input: anInput('docx', ['pdf']) });
    expect(isSkipped({ ...docx, ...chosen(docx, 'docx', true) })).toBe(true);
  });

  it('offers nothing for files without a common format', () => {
    expect(formats([anItem(), anItem({ input: anInput('mp3', ['wav']) })])).toEqual([]);
  });

  it('ignores files that are running, ended or refused', () => {
    expect(formats([anItem(), anItem({ status: 'converting', input: anInput('mp3', ['wav']) })])).toEqual([
      'jpg',
      'webp',
    ]);
  });
});

describe('alike', () => {
  it('finds the files that become the same format with the same settings', () => {
    const quality = { options: { properties: { quality: { type: 'integer' } } } };
    const withQuality = (format: string) => ({
      ...anInput(format, ['jpg']),
      outputs: [aTarget('webp', quality), aTarget('jpg')],
    });
    const one = anItem({ input: withQuality('png'), target: 'webp' });
    const same = anItem({ input: withQuality('gif'), target: 'webp' });
    const others = [
      anItem({ input: withQuality('png'), target: 'jpg' }),
      anItem({ input: withQuality('png') }),
      anItem({ input: anInput('svg', ['webp']), target: 'webp' }),
      anItem({ input: withQuality('png'), target: 'webp', status: 'converting' }),
    ];
    expect(alike([one, ...others, same], one)).toEqual([one, same]);
  });
});
