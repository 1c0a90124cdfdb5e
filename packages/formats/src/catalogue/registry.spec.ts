import { describe, expect, it } from '@jest/globals';
import { defineFormat, type FormatSpec } from '../define/format.js';
import { at, finds, magic, type Signature, shows } from '../define/signature.js';
import type { Route } from './planner.js';
import { declarations, Registry, registry } from './registry.js';

const SHARP_READ = { as: 'raster', opens: 'file' } as const;
const SHARP_WRITE = { from: ['raster'], saver: 'png', holds: [] } as const;

/** Texts that pandoc alone reads or writes. */
const isMarkup = ({ id, noSignature, read, write }: FormatSpec): boolean =>
  noSignature === true && id !== 'txt' && (read?.pandoc ?? write?.pandoc) !== undefined;

const raster = (id: string, more: Partial<FormatSpec> = {}): FormatSpec =>
  defineFormat({
    id,
    label: id.toUpperCase(),
    category: 'image',
    extensions: [id],
    mimeTypes: [`image/${id}`],
    read: { sharp: SHARP_READ },
    write: { sharp: SHARP_WRITE },
    ...more,
  });

describe('Registry', () => {
  it('refuses two formats with the same id', () => {
    expect(() => new Registry([raster('a'), raster('a', { extensions: ['b'] })])).toThrow('the id a');
  });

  it('refuses an extension that two formats claim', () => {
    expect(() => new Registry([raster('a'), raster('b', { extensions: ['b', 'a'] })])).toThrow('claim .a');
  });

  it('refuses an engine that it does not know', () => {
    const unknown = { ...raster('a'), read: { imagemagick: { as: 'raster' } } } as unknown as FormatSpec;
    expect(() => new Registry([unknown])).toThrow('imagemagick');
  });

  it('refuses a known content with the id of a format or of another known content', () => {
    const known = { id: 'a', signature: [] };
    expect(() => new Registry([raster('a')], [known])).toThrow('the id a');
    expect(() => new Registry([raster('b')], [known, known])).toThrow('the id a');
    expect(new Registry([raster('b')], [known]).knownContent('a')).toBe(known);
  });

  it('refuses a known content that is treated as an unknown format', () => {
    const known = (treatedAs: string) => [{ id: 'a', signature: [], treatedAs }];
    expect(() => new Registry([raster('b')], known('c'))).toThrow('treated as c');
    expect(() => new Registry([raster('b')], known('a'))).toThrow('treated as a');
    expect(new Registry([raster('b')], known('b')).knownContent('a')?.treatedAs).toBe('b');
  });

  describe('with two signatures of the same priority', () => {
    const never = () => false;
    const kind = async () => 'x';
    const otherKind = async () => 'x';
    const withSignatures = (a: Signature, b: Signature) => () =>
      new Registry([raster('a', { signature: [a] }), raster('b', { signature: [b] })]);

    it.each<[string, Signature, Signature]>([
      ['are equal', at(0, 'abcd'), at(0, 'abcd')],
      ['start with the same bytes', at(0, 'abcd'), at(0, 'ab')],
      ['are adjacent', at(0, 'ab'), at(2, 'cd')],
      ['overlap in equal bytes', at(0, 'abcd'), at(2, 'cdef')],
      ['are equal at every offset that both name', magic({ 0: 'RIFF', 8: 'WAVE' }), magic({ 0: 'RIFF' })],
      ['are two checks of the content', shows(500, never), shows(500, never)],
      ['are a check of the content and a magic number', shows(500, never), at(0, 'ab')],
      ['want the same answer of one finder', finds(500, kind, 'x'), finds(500, kind, 'x')],
      ['want answers of two finders', finds(500, kind, 'x'), finds(500, otherKind, 'y')],
    ])('refuses them when one file can match both: they %s', (_case, a, b) => {
      expect(withSignatures(a, b)).toThrow('a and b have signatures of priority 500');
    });

    it.each<[string, Signature, Signature]>([
      ['magic numbers that differ', at(0, 'abcd'), at(0, 'abce')],
      ['magic numbers that differ where they overlap', at(0, 'abcd'), at(3, 'e')],
      [
        'magic numbers that differ at one of two offsets',
        magic({ 0: 'RIFF', 8: 'WAVE' }),
        magic({ 0: 'RIFF', 8: 'AVI ' }),
      ],
      ['different answers of one finder', finds(500, kind, 'x'), finds(500, kind, 'y')],
      ['a finder that requires other first bytes', finds(500, kind, 'x', 'ab'), at(0, 'cd')],
    ])('accepts them when no file can match both: %s', (_case, a, b) => {
      expect(withSignatures(a, b)).not.toThrow();
    });

    it('accepts any two of one format', () => {
      expect(() => new Registry([raster('a', { signature: [at(0, 'ab'), at(0, 'ab')] })])).not.toThrow();
    });

    it('refuses those of a format and a known content', () => {
      const known = { id: 'b', signature: [at(0, 'ab')] };
      expect(() => new Registry([raster('a', { signature: [at(0, 'abc')] })], [known])).toThrow('a and b');
    });

    it('accepts two priorities, and checks the higher first', () => {
      const formats = [
        raster('a', { signature: [at(0, 'ab')] }),
        raster('b', { signature: [at(0, 'abc', 501)] }),
      ];
      expect(new Registry(formats).signatures.map(({ id }) => id)).toEqual(['b', 'a']);
    });
  });

  it('offers a format as its own output only if its engines refine', () => {
    const document = raster('c', {
      category: 'document',
      read: { pandoc: { as: 'text', reader: 'rst', source: 'markup' } },
      write: { pandoc: { from: ['text'], arguments: ['--to=rst'] } },
    });
    expect(
      new Registry([raster('a'), raster('b'), document])
        .pairs()
        .map(({ input, output }) => input.id + output.id),
    ).toEqual(['aa', 'ab', 'ba', 'bb']);
  });

  it('passes a chain only through a hub', () => {
    const inOnly = raster('heic', { read: { vips: { as: 'raster', loader: 'heifload' } }, write: undefined });
    const hub = raster('tiff', { write: { sharp: SHARP_WRITE, vips: { from: ['raster'], args: () => '' } } });
    const steps = (formats: FormatSpec[]) =>
      new Registry(formats).route('heic', 'png')?.steps.map(({ engine, to }) => `${engine} ${to.id}`);
    expect(steps([inOnly, hub, raster('png')])).toEqual(['vips tiff', 'sharp png']);
    expect(steps([inOnly, { ...hub, id: 'other' }, raster('png')])).toBeUndefined();
  });

  it('uses only engines of the worker that serves the lane', () => {
    const pages = raster('png', { write: { poppler: { from: ['raster'], as: 'png' } } });
    expect(
      new Registry([raster('a', { read: { poppler: { as: 'raster' } } }), pages]).route('a', 'png'),
    ).toBeUndefined();
  });
});

const declared = new Registry(...declarations);

describe('the catalogue', () => {
  const INPUTS = ['jpg', 'png', 'webp', 'avif', 'gif', 'tiff', 'bmp', 'ico', 'heic', 'svg'];
  const OUTPUTS = ['jpg', 'png', 'webp', 'avif', 'gif', 'tiff', 'bmp', 'ico', 'pdf'];

  it.each(INPUTS)('offers the usual image formats and PDF as outputs of %s', (input) => {
    const targets = registry.targets(input).map(({ output }) => output.id);
    expect(targets).toEqual(expect.arrayContaining(OUTPUTS.filter((output) => output !== input)));
  });

  it.each(['epub', 'mobi', 'azw3', 'fb2'])(
    'declares every book format and text document as an output of %s',
    (input) => {
      const targets = declared.targets(input).map(({ output }) => output.id);
      const markups = registry.formats
        .filter((format) => isMarkup(format) && format.write)
        .map(({ id }) => id);
      const all = [
        'epub',
        'mobi',
        'azw3',
        'fb2',
        'txt',
        'html',
        'docx',
        'odt',
        'rtf',
        'pdf',
        'htmlz',
        'pdb',
        'tcr',
        'lit',
        'lrf',
        'rb',
        'snb',
        'txtz',
        'kepub',
        ...markups,
      ];
      expect(targets.toSorted()).toEqual(all.toSorted());
    },
  );

  it('declares books only as outputs of books, comics, texts, web pages and Word files, and of what becomes a page or a Word file', () => {
    const inputs = declared
      .pairs()
      .filter(({ input, output }) => output.id === 'mobi' && !isMarkup(input) && !input.read?.archive)
      .filter(({ steps }) => !['flow', 'letter', 'references'].includes(steps[0]?.to.id ?? ''))
      .map(({ input }) => input.id);
    expect(inputs.toSorted()).toEqual(
      [
        ...[
          'azw3',
          'docx',
          'epub',
          'fb2',
          'html',
          'htmlz',
          'kepub',
          'lit',
          'lrf',
          'mobi',
          'pdb',
          'rb',
          'snb',
        ],
        ...['tcr', 'txt', 'txtz'],
      ].toSorted(),
    );
  });

  it('offers for all other formats the same outputs as without books', () => {
    const makers = ['citations', 'mailbox'];
    const engines = ['calibre', 'comics', 'pandoc', 'chromium', 'fictionbook', 'kobo', ...makers];
    const without = <T extends object>(specs: T | undefined) =>
      Object.fromEntries(Object.entries(specs ?? {}).filter(([engine]) => !engines.includes(engine))) as T;
    const others = registry.formats
      .filter((format) => format.category !== 'ebook' && !isMarkup(format))
      .map((format) => ({ ...format, read: without(format.read), write: without(format.write) }));
    const stepsOf = ({ input, output, steps }: Route) =>
      [input.id, ...steps.map(({ engine, to }) => `${engine} ${to.id}`), output.id].join(' > ');
    const all = new Set(declared.pairs().map(stepsOf));
    expect(
      new Registry(others)
        .pairs()
        .map(stepsOf)
        .filter((steps) => !all.has(steps)),
    ).toEqual([]);
    expect(
      declared
        .pairs()
        .filter(({ input, output }) => input.category !== 'ebook' && output.category !== 'ebook')
        .filter(({ input, output }) => !isMarkup(input) && !isMarkup(output))
        .filter(({ steps }) => !makers.includes(steps[0]?.engine ?? ''))
        .filter(({ steps }) => !steps.some(({ to }) => ['tablepage', 'typed', 'deckpage'].includes(to.id))),
    ).toHaveLength(new Registry(others).pairs().length);
  });

  it('finds formats by extension in any letter case', () => {
    expect(
      ['JPEG', 'jfif', 'heif', 'tif'].map((extension) => registry.formatOfExtension(extension)?.id),
    ).toEqual([...['jpg', 'jpg', 'heic', 'tiff']]);
  });

  it('gives every lossy image output a quality from 1 to 100 with a default', () => {
    for (const id of ['jpg', 'webp', 'avif']) {
      const options = registry.format(id)?.write?.sharp?.options;
      expect(options?.parse({}).quality).toBeGreaterThan(50);
      expect(options?.safeParse({ quality: 101 }).success).toBe(false);
      expect(options?.safeParse({ colour: 'blue' }).success).toBe(false);
    }
  });
});
