import { readFile, writeFile } from 'node:fs/promises';
import type { PictureRecoding } from '@filemill/formats';
import { PDFDocument, PDFName, PDFNumber, PDFOperator, PDFOperatorNames, type PDFRef } from 'pdf-lib';
import sharp, { type Sharp } from 'sharp';
import { pngData } from './png.js';
import { keepsFile, WHITE } from './prepare.js';
import type { PictureJob } from './protocol.js';
import type { Source } from './source.js';

const POINTS_PER_INCH = 72;
/** Resolution of a picture that declares none, or only the placeholder 72: a CSS pixel. */
const DEFAULT_DPI = 96;
const MAX_DPI = 2_400;
/** ISO 32000-1, annex C: a page has at most 14,400 units a side. */
const MAX_SIDE_POINTS = 14_400;
/** For pictures that were lossy before: no further loss is visible. */
const JPEG_QUALITY = 92;

/**
 * Writes one page for each picture, of the picture's own size at its own resolution (96 dpi if it has none).
 * The bytes of an upright RGB or grey JPEG are embedded unchanged, profile included; a lossless picture stays lossless, unless
 * the user wants less quality.
 */
export async function writePdf(
  path: string,
  job: PictureJob,
  source: Source,
  pages: number,
  onProgress: (fraction: number) => void,
): Promise<void> {
  const pdf = await PDFDocument.create();
  for (let page = 0; page < pages; page++) {
    const picture = await embed(pdf, job, source, page);
    addPage(pdf, picture, pointsPerPixel(job, source, picture.widthPx));
    if (pages > 1) onProgress((page + 1) / pages);
  }
  // Object streams would save a few bytes but hide the page tree from simple readers.
  await writeFile(path, await pdf.save({ useObjectStreams: false }), { flag: 'wx' });
}

interface Embedded {
  readonly ref: PDFRef;
  readonly widthPx: number;
  readonly heightPx: number;
}

async function embed(pdf: PDFDocument, job: PictureJob, source: Source, page: number): Promise<Embedded> {
  const { metadata } = source;
  const { quality, scale } = job.write.args.photo;
  if (typeof quality === 'number') {
    return embedSmaller(pdf, job, source, page, { quality, scale: Number(scale) });
  }
  if (keepsFile(job, source)) {
    const channels = metadata.space === 'b-w' ? 1 : 3;
    const size = { widthPx: metadata.width, heightPx: metadata.height };
    return embedJpeg(pdf, await readFile(job.input), size, channels, { profile: metadata.icc });
  }
  const hasAlpha = metadata.hasAlpha === true && job.write.holds.includes('transparency');
  const picture =
    metadata.hasAlpha && !hasAlpha ? source.page(page).flatten({ background: WHITE }) : source.page(page);
  if (job.fromLossy && !hasAlpha) {
    const { data, info } = await picture
      .toColourspace('srgb')
      .jpeg({ quality: JPEG_QUALITY, chromaSubsampling: '4:4:4' })
      .toBuffer({ resolveWithObject: true });
    return embedJpeg(pdf, data, { widthPx: info.width, heightPx: info.height }, info.channels === 1 ? 1 : 3);
  }
  return embedLossless(pdf, picture, hasAlpha);
}

/**
 * A picture as JPEG with less quality or fewer pixels, and its transparency, which stays lossless. The page is as large as
 * for the whole picture.
 */
async function embedSmaller(
  pdf: PDFDocument,
  job: PictureJob,
  source: Source,
  page: number,
  { quality, scale }: PictureRecoding,
): Promise<Embedded> {
  const { data, info } = await source
    .page(page)
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true });
  sharp.unblock({ operation: ['VipsForeignLoadPngBuffer'] });
  const whole = { widthPx: info.width, heightPx: info.height };
  const [width, height] = [info.width, info.height].map((side) => Math.max(1, Math.round(side * scale)));
  const picture = sharp(data).resize({ width, height, fit: 'fill' });
  const hasAlpha = info.channels === 2 || info.channels === 4;
  const keepsAlpha = hasAlpha && job.write.holds.includes('transparency');
  const opaque = keepsAlpha ? picture.clone().removeAlpha() : picture.clone().flatten({ background: WHITE });
  const chroma = source.metadata.chromaSubsampling === '4:2:0' ? '4:2:0' : '4:4:4';
  const made = await opaque
    .toColourspace('srgb')
    .jpeg({ quality, chromaSubsampling: chroma })
    .toBuffer({ resolveWithObject: true });
  const size = { widthPx: made.info.width, heightPx: made.info.height };
  const mask = keepsAlpha ? register(pdf, await alphaOf(sharp(data)), undefined) : undefined;
  const { ref } = embedJpeg(pdf, made.data, size, made.info.channels === 1 ? 1 : 3, { mask });
  return { ref, ...whole };
}

function embedJpeg(
  pdf: PDFDocument,
  bytes: Buffer,
  size: { widthPx: number; heightPx: number },
  channels: 1 | 3,
  { profile, mask }: { readonly profile?: Buffer | undefined; readonly mask?: PDFRef | undefined } = {},
): Embedded {
  const { context } = pdf;
  const device = channels === 1 ? 'DeviceGray' : 'DeviceRGB';
  const colourSpace = profile
    ? context.obj([
        'ICCBased',
        context.register(context.flateStream(profile, { N: channels, Alternate: device })),
      ])
    : PDFName.of(device);
  const image = context.stream(bytes, {
    Type: 'XObject',
    Subtype: 'Image',
    Width: size.widthPx,
    Height: size.heightPx,
    BitsPerComponent: 8,
    ColorSpace: colourSpace,
    Filter: 'DCTDecode',
    ...(mask && { SMask: mask }),
  });
  return { ref: context.register(image), ...size };
}

const PACKED = { compressionLevel: 6, adaptiveFiltering: true } as const;

/**
 * The compressed rows of a PNG are what PDF calls Flate with predictor 15: sharp compresses, and nothing is done twice.
 */
async function embedLossless(pdf: PDFDocument, picture: Sharp, hasAlpha: boolean): Promise<Embedded> {
  const colours = await picture.clone().removeAlpha().toColourspace('srgb').png(PACKED).toBuffer();
  const ref = register(pdf, colours, hasAlpha ? register(pdf, await alphaOf(picture), undefined) : undefined);
  const { widthPx, heightPx } = pngData(colours);
  return { ref, widthPx, heightPx };
}

/** The transparency of a picture as a PNG in grey. */
const alphaOf = (of: Sharp): Promise<Buffer> =>
  of.clone().ensureAlpha().extractChannel(3).toColourspace('b-w').png(PACKED).toBuffer();

function register(pdf: PDFDocument, png: Buffer, mask: PDFRef | undefined): PDFRef {
  const { data, widthPx, heightPx, channels } = pngData(png);
  const image = pdf.context.stream(data, {
    Type: 'XObject',
    Subtype: 'Image',
    Width: widthPx,
    Height: heightPx,
    BitsPerComponent: 8,
    ColorSpace: channels === 1 ? 'DeviceGray' : 'DeviceRGB',
    Filter: 'FlateDecode',
    DecodeParms: { Predictor: 15, Colors: channels, BitsPerComponent: 8, Columns: widthPx },
    ...(mask ? { SMask: mask } : {}),
  });
  return pdf.context.register(image);
}

function pointsPerPixel(job: PictureJob, { metadata }: Source, widthPx: number): number {
  // A drawing is rasterised larger than it is: its own size counts.
  if (job.read.opens === 'drawing') return (POINTS_PER_INCH / DEFAULT_DPI) * (job.widthPx / widthPx);
  const dpi = metadata.density ?? DEFAULT_DPI;
  return POINTS_PER_INCH / (dpi > POINTS_PER_INCH && dpi <= MAX_DPI ? dpi : DEFAULT_DPI);
}

function addPage(pdf: PDFDocument, { ref, widthPx, heightPx }: Embedded, scale: number): void {
  const fitted = Math.min(scale, MAX_SIDE_POINTS / Math.max(widthPx, heightPx));
  const [width, height] = [Math.max(1, widthPx * fitted), Math.max(1, heightPx * fitted)];
  const page = pdf.addPage([width, height]);
  const name = PDFName.of('Picture');
  page.node.setXObject(name, ref);
  const matrix = [width, 0, 0, height, 0, 0].map((value) => PDFNumber.of(value));
  page.pushOperators(
    PDFOperator.of(PDFOperatorNames.PushGraphicsState),
    PDFOperator.of(PDFOperatorNames.ConcatTransformationMatrix, matrix),
    PDFOperator.of(PDFOperatorNames.DrawObject, [name]),
    PDFOperator.of(PDFOperatorNames.PopGraphicsState),
  );
}
