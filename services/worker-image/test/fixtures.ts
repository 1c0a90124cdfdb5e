import { execFile } from 'node:child_process';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

const run = promisify(execFile);

/** Runs a system program. The libvips inside sharp sets VIPSHOME, with which Debian's libvips would find no module. */
export const exec = (program: string, args: readonly string[]): Promise<{ stdout: string; stderr: string }> =>
  run(program, [...args], { env: { PATH: '/usr/bin', LANG: 'C.UTF-8' } });

/** Runs a program of Netpbm, which writes to standard output. */
export async function netpbm(program: string, args: readonly string[], to: string): Promise<void> {
  const options = { encoding: 'buffer', maxBuffer: 2 ** 28, env: { PATH: '/usr/bin' } } as const;
  const { stdout } = await run(program, [...args], options);
  await writeFile(to, stdout);
}

/** Width of the test picture. */
export const WIDTH_PX = 120;
/** Height of the test picture. */
export const HEIGHT_PX = 80;
/** Side of the sample of an Apple icon, which is the same picture made square. */
export const ICON_PX = 128;
/** Corners of the test picture, clockwise from the top left: they show rotation and mirroring. */
export const CORNERS = {
  topLeft: [230, 30, 30],
  topRight: [30, 200, 40],
  bottomRight: [40, 60, 220],
  bottomLeft: [240, 220, 40],
} as const;

const fill = (rgb: readonly number[]): string => `rgb(${rgb.join(',')})`;
const rect = (x: number, y: number, rgb: readonly number[]): string =>
  `<rect x="${x}" y="${y}" width="60" height="40" fill="${fill(rgb)}"/>`;
/** Four coloured quarters. */
export const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH_PX}" height="${HEIGHT_PX}">${rect(0, 0, CORNERS.topLeft)}${rect(60, 0, CORNERS.topRight)}${rect(60, 40, CORNERS.bottomRight)}${rect(0, 40, CORNERS.bottomLeft)}</svg>`;

/** Four coloured quarters, 120 × 80, made by sharp. */
export const picture = (): Sharp => sharp(Buffer.from(SVG)).removeAlpha();

const hueOf = (degrees: number): Promise<Buffer> => picture().modulate({ hue: degrees }).raw().toBuffer();

/** Frames or pages, one below the other, as sharp stores them. */
export async function frames(count: number): Promise<Sharp> {
  const pictures = await Promise.all(Array.from({ length: count }, (_, i) => hueOf(i * 60)));
  const raw = { width: WIDTH_PX, height: HEIGHT_PX * count, channels: 3, pageHeight: HEIGHT_PX } as const;
  return sharp(Buffer.concat(pictures), { raw });
}

/** How long each frame of the test animation is shown. */
export const DELAYS_MS = [100, 200, 300];
/** How often the test animation is played. */
export const LOOPS = 3;

/** One file of every input format with the same picture. @returns path by format id */
export async function writeFixtures(folder: string): Promise<Record<string, string>> {
  const at = (name: string): string => join(folder, name);
  const png = at('in.png');
  await picture().png().toFile(png);
  await Promise.all([
    picture().jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toFile(at('in.jpg')),
    picture().webp({ lossless: true }).toFile(at('in.webp')),
    picture().avif({ quality: 90, chromaSubsampling: '4:4:4' }).toFile(at('in.avif')),
    picture().gif().toFile(at('in.gif')),
    picture().tiff({ compression: 'lzw' }).toFile(at('in.tiff')),
    writeFile(at('in.svg'), SVG),
    exec('ffmpeg', ['-loglevel', 'error', '-y', '-i', png, at('in.bmp')]),
    exec('ffmpeg', ['-loglevel', 'error', '-y', '-i', png, at('in.ico')]),
    exec('vips', ['heifsave', png, at('in.heic'), '--compression', 'hevc', '--Q', '90', '--strip']),
  ]);
  await writePlain(at, png);
  const formats = ['jpg', 'png', 'webp', 'avif', 'gif', 'tiff', 'bmp', 'ico', 'heic', 'svg', ...PLAIN];
  return Object.fromEntries(formats.map((format) => [format, at(`in.${format}`)]));
}

interface CameraPhoto {
  readonly path: string;
  /** Of the developed picture. */
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Photos that cameras took, by format. */
export const CAMERA_PHOTOS: Readonly<Record<string, CameraPhoto>> = {
  /** Of a Canon 30D, of the Debian package rawtran-doc (GPL-3+). */
  cr2: { path: '/usr/share/doc/rawtran/IMG_5952.CR2', widthPx: 3522, heightPx: 2348 },
  /** Of a Canon D30, of the Go module evanoberholster/imagemeta 0.3.1 (MIT). */
  raw: { path: fileURLToPath(new URL('samples/canon.crw', import.meta.url)), widthPx: 2176, heightPx: 1448 },
};

/** Formats of {@link writePlain}. */
const PLAIN = [
  ...['ppm', 'pgm', 'pbm', 'tga', 'qoi', 'sgi', 'ras', 'xwd', 'pcx', 'pam', 'xpm', 'xbm', 'dpx', 'jp2'],
  ...['pfm', 'fits', 'dds', 'jxl', 'hdr', 'exr', 'djvu', 'psd', 'dng', 'cur', 'icns', 'svgz', 'apng'],
  ...['wbmp', 'xcf', 'ora', 'kra'],
];

/** Files of the test picture that no program of the tests writes: by psd-tools 1.26, PiDNG 4.0 and GIMP 2.10. */
const SAMPLES = new URL('samples/', import.meta.url);

/** Two layers in OpenRaster; Krita's list has the same elements. */
const STACK =
  '<image w="120" h="80"><stack><layer src="data/1.png"/><layer src="data/0.png"/></stack></image>';

/** A painting in a zip of Info-ZIP, as OpenRaster wants it: its type first, and not packed. @param parts - text, or a path */
async function zipPainting(
  path: string,
  type: string,
  parts: Readonly<Record<string, string>>,
): Promise<void> {
  const folder = `${path}.parts`;
  await mkdir(folder);
  await writeFile(join(folder, 'mimetype'), type);
  for (const [name, part] of Object.entries(parts)) {
    if (part.startsWith('<')) await writeFile(join(folder, name), part);
    else await copyFile(part, join(folder, name));
  }
  await exec('zip', ['-q', '-X', '-0', '-j', path, join(folder, 'mimetype')]);
  await exec('zip', ['-q', '-X', '-j', path, ...Object.keys(parts).map((name) => join(folder, name))]);
}

/** Files of programs other than the one that converts them. */
async function writePlain(at: (name: string) => string, png: string): Promise<void> {
  const [ppm, pgm, pbm] = [at('in.ppm'), at('in.pgm'), at('in.pbm')];
  await netpbm('pngtopam', [png], ppm);
  await netpbm('ppmtopgm', [ppm], pgm);
  await netpbm('pamthreshold', ['-simple', pgm], at('in.threshold'));
  await netpbm('pamtopnm', [at('in.threshold')], pbm);
  await Promise.all([
    netpbm('pamtotga', ['-rgb', ppm], at('in.tga')),
    netpbm('pamtoqoi', [ppm], at('in.qoi')).then(() => netpbm('qoitopam', [at('in.qoi')], at('in.pam'))),
    netpbm('pnmtosgi', [ppm], at('in.sgi')),
    netpbm('pnmtorast', [ppm], at('in.ras')),
    netpbm('pnmtoxwd', [ppm], at('in.xwd')),
    netpbm('ppmtopcx', ['-24bit', ppm], at('in.pcx')),
    netpbm('ppmtoxpm', [ppm], at('in.xpm')),
    netpbm('pbmtoxbm', [pbm], at('in.xbm')),
    netpbm('pamtopfm', [ppm], at('in.pfm')),
    // It takes the top row for the first, which is the bottom one.
    netpbm('pamflip', ['-tb', pgm], at('in.flipped')).then(() =>
      netpbm('pamtofits', ['-max', '255', at('in.flipped')], at('in.fits')),
    ),
    exec('ffmpeg', ['-loglevel', 'error', '-y', '-i', png, at('in.dpx')]),
    exec('icotool', ['--create', '--cursor', '-o', at('in.cur'), png]),
    // It takes squares alone.
    picture()
      .resize(ICON_PX, ICON_PX, { fit: 'fill', kernel: 'nearest' })
      .png()
      .toFile(at('in.square.png'))
      .then(() => exec('png2icns', [at('in.icns'), at('in.square.png')])),
    exec('ffmpeg', ['-loglevel', 'error', '-y', '-i', png, '-f', 'apng', at('in.apng')]),
    writeFile(at('in.svgz'), gzipSync(SVG)),
    exec('vips', ['jp2ksave', png, at('in.jp2'), '--lossless']),
    exec('nvcompress', ['-silent', '-rgb', png, at('in.dds')]),
    exec('cjxl', ['--quiet', '-d', '0', png, at('in.jxl')]),
    exec('c44', ['-slice', '100', '-crcbfull', ppm, at('in.djvu')]),
    exec('oiiotool', [png, '--colorconvert', 'sRGB', 'linear', '-d', 'half', '-o', at('in.exr')]),
    exec('oiiotool', [png, '--colorconvert', 'sRGB', 'linear', '-o', at('in.hdr')]),
    ...['psd', 'dng', 'xcf'].map((format) =>
      copyFile(new URL(`quarters.${format}`, SAMPLES), at(`in.${format}`)),
    ),
    netpbm('pbmtowbmp', [pbm], at('in.wbmp')),
    zipPainting(at('in.ora'), 'image/openraster', { 'stack.xml': STACK, 'mergedimage.png': png }),
    zipPainting(at('in.kra'), 'application/x-krita', { 'maindoc.xml': STACK, 'mergedimage.png': png }),
  ]);
}
