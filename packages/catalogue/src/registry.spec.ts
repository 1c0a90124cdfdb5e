import { describe, expect, it } from '@jest/globals';
import { defineFormat, type FormatSpec } from './format.js';
import { Registry, type Route, registry } from './registry.js';

const raster = (id: string, more: Partial<FormatSpec> = {}): FormatSpec =>
  defineFormat({
    id,
    label: id.toUpperCase(),
    category: 'image',
    extensions: [id],
    mimeTypes: [`image/${id}`],
    read: { sharp: { as: 'raster' } },
    write: { sharp: { from: ['raster'] } },
    ...more,
  });

describe('Registry', () => {
  it('refuses two formats of one id', () => {
    expect(() => new Registry([raster('a'), raster('a', { extensions: ['b'] })])).toThrow('the id a');
  });

  it('refuses an extension that two formats claim', () => {
    expect(() => new Registry([raster('a'), raster('b', { extensions: ['b', 'a'] })])).toThrow('claim .a');
  });

  it('refuses an engine that it does not know', () => {
    const unknown = { ...raster('a'), read: { imagemagick: { as: 'raster' } } } as unknown as FormatSpec;
    expect(() => new Registry([unknown])).toThrow('imagemagick');
  });

  it('offers no format itself as its target', () => {
    expect(
      new Registry([raster('a'), raster('b')]).pairs().map(({ input, output }) => input.id + output.id),
    ).toEqual(['ab', 'ba']);
  });

  it('passes a chain through a hub only', () => {
    const inOnly = raster('heic', { read: { vips: { as: 'raster' } }, write: undefined });
    const hub = raster('tiff', { write: { sharp: { from: ['raster'] }, vips: { from: ['raster'] } } });
    const steps = (formats: FormatSpec[]) =>
      new Registry(formats).route('heic', 'png')?.steps.map(({ engine, to }) => `${engine} ${to.id}`);
    expect(steps([inOnly, hub, raster('png')])).toEqual(['vips tiff', 'sharp png']);
    expect(steps([inOnly, { ...hub, id: 'other' }, raster('png')])).toBeUndefined();
  });

  it('takes no engine of another worker than that of the lane', () => {
    const pages = raster('png', { write: { poppler: { from: ['raster'] } } });
    expect(
      new Registry([raster('a', { read: { poppler: { as: 'raster' } } }), pages]).route('a', 'png'),
    ).toBeUndefined();
  });
});

describe('the catalogue', () => {
  const INPUTS = ['jpg', 'png', 'webp', 'avif', 'gif', 'tiff', 'bmp', 'ico', 'heic', 'svg'];
  const OUTPUTS = ['jpg', 'png', 'webp', 'avif', 'gif', 'tiff', 'bmp', 'ico', 'pdf'];

  it.each(INPUTS)('offers every picture and PDF as a target of %s', (input) => {
    const targets = registry.targets(input).map(({ output }) => output.id);
    expect(targets.toSorted()).toEqual(OUTPUTS.filter((output) => output !== input).toSorted());
  });

  it.each(['epub', 'mobi', 'azw3', 'fb2'])(
    'offers every book and document of words as a target of %s',
    (input) => {
      const targets = registry.targets(input).map(({ output }) => output.id);
      const all = ['epub', 'mobi', 'azw3', 'fb2', 'txt', 'html', 'docx', 'pdf'];
      expect(targets.toSorted()).toEqual(all.filter((output) => output !== input).toSorted());
    },
  );

  it('makes books of texts, web pages and Word files alone', () => {
    const inputs = registry
      .pairs()
      .filter(({ output }) => output.id === 'mobi')
      .map(({ input }) => input.id);
    expect(inputs.toSorted()).toEqual(['azw3', 'docx', 'epub', 'fb2', 'html', 'txt']);
  });

  it('converts everything else as it would without books', () => {
    const engines = ['calibre', 'pandoc', 'chromium', 'fictionbook'];
    const without = <T extends object>(specs: T | undefined) =>
      Object.fromEntries(Object.entries(specs ?? {}).filter(([engine]) => !engines.includes(engine))) as T;
    const others = registry.formats
      .filter(({ category }) => category !== 'ebook')
      .map((format) => ({ ...format, read: without(format.read), write: without(format.write) }));
    const stepsOf = ({ input, output, steps }: Route) =>
      [input.id, ...steps.map(({ engine, to }) => `${engine} ${to.id}`), output.id].join(' > ');
    const all = new Set(registry.pairs().map(stepsOf));
    expect(
      new Registry(others)
        .pairs()
        .map(stepsOf)
        .filter((steps) => !all.has(steps)),
    ).toEqual([]);
    expect(
      registry
        .pairs()
        .filter(({ input, output }) => input.category !== 'ebook' && output.category !== 'ebook'),
    ).toHaveLength(new Registry(others).pairs().length);
  });

  it('knows formats by their extensions in any case', () => {
    expect(
      ['JPEG', 'jfif', 'heif', 'tif'].map((extension) => registry.formatOfExtension(extension)?.id),
    ).toEqual([...['jpg', 'jpg', 'heic', 'tiff']]);
  });

  it('gives every lossy target of pictures a quality from 1 to 100 with a default', () => {
    for (const id of ['jpg', 'webp', 'avif']) {
      const options = registry.format(id)?.write?.sharp?.options;
      expect(options?.parse({}).quality).toBeGreaterThan(50);
      expect(options?.safeParse({ quality: 101 }).success).toBe(false);
      expect(options?.safeParse({ colour: 'blue' }).success).toBe(false);
    }
  });
});
