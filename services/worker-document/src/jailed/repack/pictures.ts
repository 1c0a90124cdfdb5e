import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';

const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const JPEG = Buffer.from('\xff\xd8\xff', 'latin1');
/** A larger picture takes optipng minutes. */
const MAX_PIXELS = 25_000_000;

/** Debian's programs, which pack pictures better and keep every pixel and all else that is in them. */
export const OPTIPNG = '/usr/bin/optipng';
export const JPEGOPTIM = '/usr/bin/jpegoptim';

const startsWith = (bytes: Buffer, mark: Buffer): boolean => bytes.subarray(0, mark.length).equals(mark);
const pixelsOfPng = (bytes: Buffer): number =>
  bytes.length < 24 ? Number.POSITIVE_INFINITY : bytes.readUInt32BE(16) * bytes.readUInt32BE(20);

/** Whether a part is a picture that {@link smallerPicture} can pack better; its bytes decide, not its name. */
export const isPackablePicture = (head: Buffer): boolean =>
  startsWith(head, JPEG) || (startsWith(head, PNG) && pixelsOfPng(head) <= MAX_PIXELS);

/**
 * The same picture in fewer bytes.
 *
 * @param file - a path for the work, inside the job's folder
 * @param leftMs - the program is ended after that
 * @returns the picture itself if it cannot become smaller, is damaged, or time is up
 */
export function smallerPicture(picture: Buffer, file: string, leftMs: number): Buffer {
  const isPng = startsWith(picture, PNG);
  writeFileSync(file, picture);
  try {
    // optipng refuses damaged and moving pictures; so does jpegoptim.
    const [program, args] = isPng
      ? [OPTIPNG, ['-quiet', '-o1', file]]
      : [JPEGOPTIM, ['--quiet', '--strip-none', '--nofix', file]];
    const { status, stderr, error } = spawnSync(program as string, args as string[], {
      timeout: Math.max(1, Math.ceil(leftMs)),
      killSignal: 'SIGKILL',
      encoding: 'latin1',
    });
    if (error && (error as NodeJS.ErrnoException).code !== 'ETIMEDOUT') throw error;
    if (status !== 0 || /warning|error/i.test(stderr)) return picture;
    const smaller = readFileSync(file);
    return smaller.length < picture.length ? smaller : picture;
  } finally {
    rmSync(file, { force: true });
    rmSync(`${file}.bak`, { force: true });
  }
}
