import type { FormatSpec, LossCode } from '@filemill/formats';
import { type Feature, heldIn, proveLosses, type SeededFile } from '@filemill/worker/proving';
import { type Converter, createConverter } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe } from '@jest/globals';
import { exec, picture } from './fixtures.js';
import { gradient, isDeep, SEEN, SeededPictures } from './seeded-pictures.js';

let converter: Converter;
beforeAll(async () => {
  converter = await createConverter(new URL('../src/engines/', import.meta.url));
});
afterAll(() => converter.close());

const pictures = new SeededPictures(() => converter.folder);

/** ffmpeg writes OpenEXR, DPX and FITS without the transparency that they could hold. */
const WITH_TRANSPARENCY = [
  ...['png', 'apng', 'webp', 'avif', 'heic', 'gif', 'tiff', 'jp2', 'jxl', 'ico', 'cur', 'icns', 'pdf'],
  ...['tga', 'qoi', 'sgi', 'pam', 'psd', 'dds', 'xpm'],
];
const TRANSPARENCY: Feature = {
  code: 'transparency_flattened',
  isHeldBy: heldIn(...WITH_TRANSPARENCY),
  isSeen: SEEN.transparency,
};
/** Radiance holds an exponent beside its eight bits. A PGM is written with 8 bits, a HEIC too. */
const WITH_DEPTH = [
  ...['png', 'apng', 'tiff', 'jp2', 'jxl', 'sgi', 'pam', 'ppm', 'dpx', 'fits'],
  ...['pfm', 'exr', 'hdr', 'psd'],
];
const DEPTH: Feature = {
  code: 'colour_depth_reduced',
  isHeldBy: heldIn(...WITH_DEPTH),
  isSeen: SEEN.depth,
};
/** libvips writes no profile into a JPEG 2000. */
const WITH_PROFILE = ['png', 'apng', 'jpg', 'webp', 'avif', 'heic', 'tiff', 'jxl', 'psd'];
const PROFILE: Feature = {
  code: 'gamut_reduced',
  isHeldBy: heldIn(...WITH_PROFILE),
  isSeen: SEEN.profile,
};
/** libvips writes no EXIF into a TIFF or a JPEG XL. */
const WITH_EXIF = ['png', 'apng', 'jpg', 'webp', 'avif', 'heic'];
const EXIF: Feature = { code: 'metadata_dropped', isHeldBy: heldIn(...WITH_EXIF), isSeen: SEEN.tags };
/** What is read without EXIF cannot be kept. */
const UNREAD_EXIF: Feature = { ...EXIF, isHeldBy: heldIn() };
/** A PDF holds the JPEG itself, with everything in it but the gain map. */
const inJpeg = (feature: Feature): Feature => ({
  ...feature,
  isHeldBy: (format) => format.id === 'pdf' || feature.isHeldBy(format),
});
const HDR: Feature = { code: 'hdr_converted', isHeldBy: heldIn() };
const ANIMATION: Feature = {
  code: 'animation_dropped',
  // A PDF has a page for each frame.
  isHeldBy: ({ id, category }) => category === 'video' || ['gif', 'webp', 'apng', 'avif', 'pdf'].includes(id),
  isSeen: SEEN.animation,
};
/** How often it plays is said by the formats of animations alone, and AVIF is none of them that we write with it. */
const LOOPS_OF_ANIMATION: Feature = { code: 'loops_dropped', isHeldBy: ({ id }) => id !== 'avif' };
const notIn =
  (...ids: readonly string[]) =>
  (format: { readonly id: string }): boolean =>
    !ids.includes(format.id);
const COLOURS: Feature = { code: 'colours_reduced', isHeldBy: notIn('gif') };
const HALF_CLEAR: Feature = { code: 'half_transparency_dropped', isHeldBy: notIn('gif', 'xpm') };
const ICONS = ['ico', 'cur', 'icns'];
const LARGE: Feature = { code: 'size_reduced', isHeldBy: ({ id }) => !ICONS.includes(id) };

/** Every test picture has colours. */
const GREYS: Readonly<Record<string, LossCode>> = {
  pgm: 'colours_to_grey',
  pbm: 'colours_to_black_white',
  xbm: 'colours_to_black_white',
  svg: 'colours_to_black_white',
};
const greysOf = ({ id }: { readonly id: string }): readonly LossCode[] => (GREYS[id] ? [GREYS[id]] : []);

const smallerAsIcon = ({ id }: { readonly id: string }): readonly LossCode[] =>
  ICONS.includes(id) ? ['size_reduced'] : [];

const all = { isClear: true, isDeep: true, isWide: true, isTagged: true } as const;
const { isDeep: _deep, ...shallow } = all;
const clear = { isClear: true } as const;
const deep = { isDeep: true } as const;

const FILES: readonly SeededFile[] = [
  {
    name: 'a deep, wide, tagged, transparent PNG',
    from: 'png',
    features: [TRANSPARENCY, DEPTH, PROFILE, EXIF],
    make: pictures.bySharp('png', all),
  },
  {
    name: 'a deep, wide, tagged, transparent TIFF',
    from: 'tiff',
    features: [TRANSPARENCY, DEPTH, PROFILE, UNREAD_EXIF],
    make: pictures.tiff(all),
  },
  ...(['webp', 'avif'] as const).map((from) => ({
    name: `a wide, tagged, transparent ${from}`,
    from,
    features: [TRANSPARENCY, PROFILE, EXIF],
    make: pictures.bySharp(from, shallow, (one) =>
      from === 'webp' ? one.webp({ lossless: true }) : one.avif({ lossless: true }),
    ),
    // A lossy encoder may have added colours.
    isTarget: notIn('gif'),
  })),
  {
    name: 'a photo of a phone',
    from: 'jpg',
    features: [inJpeg(PROFILE), inJpeg(EXIF), HDR],
    make: pictures.phonePhoto(),
    isTarget: notIn('gif'),
  },
  {
    name: 'a tagged HEIC of ten bits',
    from: 'heic',
    features: [DEPTH, UNREAD_EXIF],
    make: pictures.byProgram('heic', { isDeep: true, isTagged: true }, async (png, path) => {
      const more = (await isDeep(png)) ? ['--bitdepth', '10'] : ['--strip'];
      await exec('vips', ['heifsave', png, path, '--compression', 'hevc', '--Q', '100', ...more]);
    }),
    isTarget: notIn('gif'),
  },
  ...(['gif', 'webp'] as const).map((from) => ({
    name: `an animated ${from}`,
    from,
    features: [ANIMATION, LOOPS_OF_ANIMATION],
    make: pictures.animation(from),
    always: smallerAsIcon,
  })),
  {
    name: 'a transparent GIF',
    from: 'gif',
    features: [TRANSPARENCY],
    make: pictures.bySharp('gif', clear),
  },
  ...(['tga', 'qoi', 'sgi'] as const).map((from) => ({
    name: `a transparent ${from}`,
    from,
    features: [TRANSPARENCY],
    make: pictures.byFfmpeg(from, clear),
  })),
  {
    name: 'a transparent bitmap',
    from: 'bmp',
    features: [TRANSPARENCY],
    make: pictures.byFfmpeg('bmp', clear),
  },
  {
    name: 'a transparent icon',
    from: 'ico',
    features: [TRANSPARENCY],
    make: pictures.byFfmpeg('ico', clear),
  },
  {
    name: 'a transparent PAM of 16 bits',
    from: 'pam',
    features: [TRANSPARENCY, DEPTH],
    make: pictures.byFfmpeg('pam', { isClear: true, isDeep: true }),
  },
  {
    name: 'a PPM of 16 bits',
    from: 'ppm',
    features: [DEPTH],
    make: pictures.byNetpbm('ppm', deep, ['pngtopam']),
  },
  {
    name: 'an SGI of 16 bits',
    from: 'sgi',
    features: [DEPTH],
    make: pictures.byFfmpeg('sgi', deep),
  },
  {
    name: 'a JPEG 2000 of 16 bits',
    from: 'jp2',
    features: [DEPTH],
    make: pictures.byProgram('jp2', deep, (png, path) => exec('vips', ['jp2ksave', png, path, '--lossless'])),
  },
  {
    name: 'a film frame of ten bits',
    from: 'dpx',
    features: [{ ...DEPTH }],
    make: pictures.byProgram('dpx', deep, async (png, path) => {
      const format = (await isDeep(png)) ? 'gbrp10be' : 'rgb24';
      await exec('ffmpeg', ['-loglevel', 'error', '-y', '-i', png, '-pix_fmt', format, path]);
    }),
  },
  {
    name: 'a transparent drawing',
    from: 'svg',
    features: [TRANSPARENCY],
    make: pictures.drawing(),
    always: ({ id }) => (['pdf', 'ps', 'eps'].includes(id) ? ['vector_rasterised'] : []),
  },
  {
    name: 'a half transparent gradient',
    from: 'png',
    features: [COLOURS, HALF_CLEAR, { ...TRANSPARENCY, isSeen: () => undefined }],
    make: pictures.madeBy('png', (has) => (has ? gradient(true) : picture().resize(16, 16))),
  },
  ...(['jpg', 'webp', 'tiff', 'avif'] as const).map((from) => ({
    name: `a gradient in ${from}`,
    from,
    features: [COLOURS],
    make: pictures.madeBy(from, (has) => (has ? gradient(false) : picture().resize(16, 16))),
    isTarget: heldIn('gif'),
  })),
  ...(['png', 'jpg', 'webp', 'tiff'] as const).map((from) => ({
    name: `a large ${from}`,
    from,
    features: [LARGE],
    make: pictures.madeBy(from, (has) => (has ? picture().resize(300, 200) : picture().resize(64, 64))),
    isTarget: heldIn(...ICONS),
  })),
];

describe('losses of pictures', () => {
  const files = FILES.map((file) => ({
    ...file,
    always: (format: FormatSpec) => [...greysOf(format), ...(file.always?.(format) ?? [])],
  }));
  proveLosses(files, () => converter, 340);
});
