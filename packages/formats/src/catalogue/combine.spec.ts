import { describe, expect, it } from '@jest/globals';
import type { FormatSpec } from '../define/format.js';
import { combinationOf, combinedOutputs } from './combine.js';
import { declarations, Registry } from './registry.js';

const declared = new Registry(...declarations);
const format = (id: string): FormatSpec => {
  const found = declared.format(id);
  if (!found) throw new Error(`no format ${id}`);
  return found;
};
const combined = (inputs: string, output: string) =>
  combinationOf(inputs.split(' ').map(format), format(output), declared);

describe('combinationOf', () => {
  it.each([
    ['png jpg heic', 'pdf', 'pages', 'image'],
    ['pdf pdf', 'pdf', 'pages', 'document'],
    ['docx pdf txt', 'pdf', 'pages', 'document'],
    ['png pdf', 'pdf', 'pages', 'image'],
    ['png jpg', 'gif', 'animation', 'image'],
    ['png jpg', 'webp', 'animation', 'image'],
    ['png jpg', 'apng', 'animation', 'image'],
    ['mp3 wav', 'ogg', 'sound', 'audio'],
    ['wav wav', 'wav', 'sound', 'audio'],
    ['mp4 mkv avi', 'mp4', 'film', 'video'],
    ['png mp3 zip', 'zip', 'files', 'archive'],
    ['png png', 'tar', 'files', 'archive'],
  ])('of %s to %s joins %s in the lane %s', (inputs, output, joiner, lane) => {
    expect(combined(inputs, output)).toMatchObject({ joiner, lane });
  });

  it.each([
    ['png docx', 'pdf'], // two workers
    ['png mp3', 'pdf'],
    ['png png', 'jpg'],
    ['png png', 'docx'],
    ['mp3 mp3', 'gif'],
    ['mp4 mp4', 'gif'],
    ['mp3 pdf', 'mp3'],
  ])('of %s to %s is impossible', (inputs, output) => {
    expect(combined(inputs, output)).toBeUndefined();
  });

  it('takes files of no known format for archives only', () => {
    expect(combinationOf([undefined, undefined], format('zip'), declared)).toMatchObject({ joiner: 'files' });
    expect(combinationOf([undefined, format('pdf')], format('pdf'), declared)).toBeUndefined();
  });

  it('has the options of the joiner and of the last conversion', () => {
    expect(Object.keys(combined('png png', 'webp')?.options.shape ?? {})).toEqual(
      expect.arrayContaining(['frameMs', 'quality', 'width']),
    );
    const ofPages = Object.keys(combined('png png', 'pdf')?.options.shape ?? {});
    expect(ofPages).toEqual(expect.arrayContaining(['width', 'quality']));
    // That of a part would say nothing of the whole.
    expect(ofPages).not.toContain('targetSize');
    expect(Object.keys(combined('png png', 'zip')?.options.shape ?? {})).toContain('level');
  });
});

describe('combinedOutputs', () => {
  it('names what files can become together', () => {
    const outputs = combinedOutputs(['png', 'jpg'].map(format), declared);
    expect(outputs).toEqual(expect.arrayContaining(['pdf', 'gif', 'webp', 'apng', 'mp4', 'zip', '7z']));
    for (const id of ['png', 'jpg', 'docx', 'mp3']) expect(outputs).not.toContain(id);
  });
});
