import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import sharp, { type Sharp } from 'sharp';
import { writeIcon } from '../shared/inputs.ts';

const exec = promisify(execFile);
const ffmpeg = (args: readonly string[]) =>
  exec('/usr/bin/ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args]);

/** A 12-megapixel picture with the gradients, edges and grain of a photograph, 3 MB as JPEG. */
async function photo(path: string): Promise<void> {
  const size = { width: 4000, height: 3000 };
  const noise = (sigma: number, scale: number): Promise<Buffer> =>
    sharp({
      create: {
        width: Math.round(size.width / scale),
        height: Math.round(size.height / scale),
        channels: 3,
        background: '#808080',
        noise: { type: 'gaussian', mean: 128, sigma },
      },
    })
      .resize(size.width, size.height, { kernel: 'cubic' })
      .png({ compressionLevel: 0 })
      .toBuffer();
  const [coarse, fine] = await Promise.all([noise(60, 80), noise(17, 1)]);
  await sharp(coarse)
    .composite([{ input: fine, blend: 'soft-light' }])
    .jpeg({ quality: 90 })
    .toFile(path);
}

/** Makes another file of the photo, which must exist. */
const ofPhoto =
  (change: (picture: Sharp) => Sharp) =>
  (path: string): Promise<unknown> =>
    change(sharp(`${dirname(path)}/photo.jpg`)).toFile(path);

/** Ten seconds with the grain of a camera: without it an encoder has nothing to do. */
const video = (path: string) =>
  ffmpeg([
    ...['-f', 'lavfi', '-i', 'testsrc2=size=1920x1080:rate=30:duration=10,noise=alls=12:allf=t'],
    ...['-f', 'lavfi', '-i', 'sine=frequency=330:duration=10', '-c:v', 'libx264', '-preset', 'veryfast'],
    ...['-crf', '28', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-b:a', '160k', path],
  ]);

const sound = (path: string) =>
  ffmpeg([
    ...['-f', 'lavfi', '-i', 'anoisesrc=color=pink:amplitude=0.3:duration=180:sample_rate=44100'],
    ...['-ac', '2', path],
  ]);

const letter = async (path: string): Promise<void> => {
  const text = path.replace(/docx$/, 'txt');
  const paragraph =
    'The mill takes something whole and gives back what you need, within the hour and without a trace. ';
  await writeFile(text, `${paragraph.repeat(6)}\n\n`.repeat(4));
  await soffice(text, 'docx', path);
};

/** @param path - the result, beside the source and with its name */
const soffice = (source: string, format: string, path: string) =>
  exec('/usr/bin/soffice', [
    `-env:UserInstallation=file://${path}.profile`,
    ...['--headless', '--convert-to', format, '--outdir', dirname(path), source],
  ]);

const SLIDES = 40;

/** Slides with a title, ten lines and a drawing, as a PPTX. */
async function slides(path: string): Promise<void> {
  const frame = (y: number, height: number, text: string): string =>
    `<draw:frame svg:x="2cm" svg:y="${y}cm" svg:width="24cm" svg:height="${height}cm"><draw:text-box>${text}</draw:text-box></draw:frame>`;
  const line = '<text:p>The mill takes something whole and gives back what you need.</text:p>';
  const pages = Array.from(
    { length: SLIDES },
    (_, page) =>
      `<draw:page draw:name="page${page}">${frame(1, 3, `<text:p>Slide ${page + 1}</text:p>`)}${frame(5, 10, line.repeat(10))}<draw:ellipse svg:x="20cm" svg:y="1cm" svg:width="4cm" svg:height="3cm"/></draw:page>`,
  );
  const namespaces = ['office', 'draw', 'text', 'style']
    .map(
      (name) =>
        `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name === 'draw' ? 'drawing' : name}:1.0"`,
    )
    .concat('xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"');
  const flat = path.replace(/pptx$/, 'fodp');
  await writeFile(
    flat,
    `<?xml version="1.0"?><office:document ${namespaces.join(' ')} office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.presentation"><office:body><office:presentation>${pages.join('')}</office:presentation></office:body></office:document>`,
  );
  await soffice(flat, 'pptx', path);
}

/** The files of the benchmark: their names, and how each is made. */
const MAKERS = {
  icon: ['icon.png', writeIcon],
  photo: ['photo.jpg', photo],
  progressive: ['progressive.jpg', ofPhoto((picture) => picture.jpeg({ quality: 90, progressive: true }))],
  fullColour: [
    'full-colour.jpg',
    ofPhoto((picture) => picture.jpeg({ quality: 90, chromaSubsampling: '4:4:4' })),
  ],
  webp: ['photo.webp', ofPhoto((picture) => picture.webp({ quality: 85 }))],
  png: ['photo.png', ofPhoto((picture) => picture.png({ compressionLevel: 3, adaptiveFiltering: true }))],
  avif: ['photo.avif', ofPhoto((picture) => picture.avif({ quality: 60, effort: 1 }))],
  snapshot: ['snapshot.jpg', ofPhoto((picture) => picture.resize(1200).jpeg({ quality: 90 }))],
  letter: ['letter.docx', letter],
  slides: ['slides.pptx', slides],
  video: ['video.mp4', video],
  sound: ['sound.wav', sound],
} satisfies Record<string, [file: string, make: (path: string) => Promise<unknown>]>;

type InputName = keyof typeof MAKERS;

/** Paths of the files of the benchmark. */
export type InputPaths<N extends InputName = InputName> = Readonly<Record<N, string>>;

/** Makes the files of the benchmark, or those of the given names. The folder is emptied first. */
export async function makeInputs<N extends InputName = InputName>(
  folder: string,
  names?: readonly N[],
): Promise<InputPaths<N>> {
  // Not kept from an earlier run, whose recipes may have been others.
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const paths: Record<string, string> = {};
  for (const [name, [file, make]] of Object.entries(MAKERS)) {
    if (names && !names.some((wanted) => wanted === name)) continue;
    const path = `${folder}/${file}`;
    paths[name] = path;
    await make(path);
  }
  return paths as InputPaths<N>;
}
