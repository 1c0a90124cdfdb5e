import { describe, expect, it } from '@jest/globals';
import { defineFormat, type FormatSpec } from '../define/format.js';
import { EXPECTED_LOSSES, type Trait } from '../define/traits.js';
import { declarations, Registry } from './registry.js';

const [formats, known] = declarations;
const declared = new Registry(formats, known);
const lossesOf = (input: string, output: string) => declared.route(input, output)?.losses;

describe('the route of a pair', () => {
  /** A picture format that sharp reads and writes. */
  const picture = (id: string, holds: readonly Trait[], more: Partial<FormatSpec> = {}): FormatSpec =>
    defineFormat({
      id,
      label: id,
      category: 'image',
      extensions: [id],
      mimeTypes: [`image/${id}`],
      holds,
      read: { vips: { as: 'raster', loader: id } },
      write: { vips: { from: ['raster'], args: () => '' } },
      ...more,
    });
  const stepsOf = (all: readonly FormatSpec[]) =>
    new Registry(all).route('in', 'out')?.steps.map(({ engine, to }) => `${engine} ${to.id}`);

  it('is the longer one if it loses less', () => {
    const source = picture('in', ['transparency'], {
      read: { vips: { as: 'plain', loader: 'in' }, sharp: { as: 'raster', opens: 'file' } },
    });
    const hub = picture('tiff', ['transparency'], {
      write: { sharp: { from: ['raster'], saver: 'tiff', holds: ['transparency'] } },
    });
    const target = (kept: readonly Trait[]) =>
      picture('out', ['transparency'], {
        write: {
          vips: { from: ['raster'], args: () => '' },
          sharp: { from: ['raster'], saver: 'png', holds: kept as ['transparency'] },
        },
      });
    expect(stepsOf([source, hub, target([])])).toEqual(['sharp tiff', 'vips out']);
    expect(stepsOf([source, hub, target(['transparency'])])).toEqual(['sharp out']);
  });

  it('takes the engine that loses least, and of equals the first that the target names', () => {
    const source = picture('in', ['transparency'], {
      read: { sharp: { as: 'raster', opens: 'file' }, vips: { as: 'raster', loader: 'in' } },
    });
    const target = (kept: readonly Trait[]) =>
      picture('out', ['transparency'], {
        write: {
          sharp: { from: ['raster'], saver: 'png', holds: kept as ['transparency'] },
          vips: { from: ['raster'], args: () => '' },
        },
      });
    expect(stepsOf([source, target(['transparency'])])).toEqual(['sharp out']);
    expect(stepsOf([source, target([])])).toEqual(['vips out']);
  });

  it('begins at either kind of what an input holds', () => {
    const source = (more: object) =>
      picture('in', [], { read: { vips: { as: 'plain', loader: 'in', ...more } } });
    expect(stepsOf([source({ alsoAs: 'raster' }), picture('out', [])])).toEqual(['vips out']);
    expect(stepsOf([source({}), picture('out', [])])).toBeUndefined();
  });

  it('has no known loss if nothing is known about the formats', () => {
    const strange = (id: string) =>
      defineFormat({
        id,
        label: id,
        category: 'document',
        extensions: [id],
        mimeTypes: [`text/${id}`],
        read: { csv: { as: 'a kind of its own' } },
        write: { csv: { from: ['a kind of its own'] } },
      });
    expect(new Registry([strange('in'), strange('out')]).route('in', 'out')?.losses).toEqual([]);
  });

  it('is the same whenever the same declarations are planned', () => {
    const routes = (registry: Registry) =>
      registry
        .pairs()
        .map(({ input, steps, losses }) => [
          input.id,
          ...steps.map(({ engine, to }) => `${engine} ${to.id}`),
          ...losses,
        ]);
    expect(routes(new Registry(formats, known))).toEqual(routes(declared));
  });

  it('leaves something: a comic has no text', () => {
    expect(declared.route('cbz', 'docx')).toBeDefined();
    expect(declared.route('cbz', 'txt')).toBeUndefined();
  });

  it('has at most three steps', () => {
    const lengths = new Set(declared.pairs().map(({ steps }) => steps.length));
    expect([...lengths].toSorted()).toEqual([1, 2, 3]);
  });
});

describe('the losses to be expected', () => {
  it.each([
    ['one frame of many', 'gif', 'png', ['animation_dropped']],
    ['8 of 16 bits', 'png', 'webp', ['colour_depth_reduced']],
    ['drawings as pixels', 'svg', 'png', ['vector_rasterised']],
    ['the metadata of a HEIC, which vips drops', 'heic', 'tiff', ['metadata_dropped']],
    ['pages of text that flows', 'docx', 'pdf', ['flow_fixed']],
    [
      'pixels of text',
      'pdf',
      'png',
      ['text_rasterised', 'vector_rasterised', 'hyperlinks_dropped', 'forms_dropped'],
    ],
    ['layout', 'docx', 'epub', ['layout_dropped', 'forms_dropped', 'fonts_dropped']],
    ['formulas', 'xlsx', 'pdf', ['formulas_dropped']],
    ['what a book cannot hold', 'mobi', 'azw3', ['media_dropped', 'scripts_dropped']],
    [
      'video and further tracks',
      'mp4',
      'mp3',
      ['video_dropped', 'audio_tracks_dropped', 'channels_downmixed'],
    ],
    [
      'all of a film but one text',
      'mkv',
      'srt',
      [
        ...['video_dropped', 'sound_dropped', 'subtitle_tracks_dropped', 'subtitle_styles_dropped'],
        'attachments_dropped',
      ],
    ],
    ['the cover', 'mp3', 'wav', ['cover_dropped']],
    ['owners', 'tar', '7z', ['owners_dropped']],
    [
      'what belongs to outlines of the other kind',
      'ttf',
      'otf',
      ['variations_dropped', 'hinting_dropped', 'outlines_rounded', 'signature_dropped'],
    ],
  ])('name %s', (_what, input, output, losses) => {
    expect(lossesOf(input, output)).toEqual(losses);
  });

  it.each([
    ['docx', 'odt'],
    ['gif', 'webp'],
    ['csv', 'xlsx'],
    ['wav', 'flac'],
    ['mp3', 'mp4'],
    ['zip', 'tar.gz'],
    ['otf', 'woff'],
    ['fb2', 'epub'],
  ])('are none from %s to %s', (input, output) => {
    expect(lossesOf(input, output)).toEqual([]);
  });

  it('have a text each', () => {
    const codes = new Set(declared.pairs().flatMap(({ losses }) => losses));
    expect([...codes].filter((code) => EXPECTED_LOSSES[code] === undefined)).toEqual([]);
  });
});
