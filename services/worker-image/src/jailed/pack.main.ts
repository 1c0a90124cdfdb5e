import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { hasMoreThanPicture } from './gain-map.js';
import type { PackSettings } from './protocol.js';

/**
 * Runs inside the jail: packs a picture better by Debian's programs, which keep every pixel. Arguments: the paths of the
 * program, of the picture and of the output, which may be the same, and {@link PackSettings} as JSON. The output is the picture
 * itself if it cannot become smaller. Standard output: `unread` if the program does not read it.
 */
const [program = '', input = '', output = '', settings = '{}'] = process.argv.slice(2);
const { packMs, strips, isProgressive, keepsDepth, orientation } = JSON.parse(settings) as PackSettings;

/** optipng takes seconds for each million pixels. */
const MAX_PNG_PIXELS = 25_000_000;
const DEEP_BITS = 16;

/** Arguments before the name of the file, which the program writes anew; undefined if it has to stay as it is. */
function argumentsFor(picture: string): readonly string[] | undefined {
  switch (basename(program)) {
    case 'jpegoptim':
      if (!strips && hasMoreThanPicture(picture)) return undefined;
      return [
        ...['--quiet', '--nofix'],
        // What somebody asks for may make a file larger.
        ...(strips || isProgressive ? ['--force'] : []),
        ...(strips ? ['--strip-all', '--keep-icc', '--keep-adobe', '--keep-jfxx'] : ['--strip-none']),
        ...(isProgressive ? ['--all-progressive'] : []),
      ];
    case 'optipng': {
      const file = readFileSync(picture);
      if (file.readUInt32BE(16) * file.readUInt32BE(20) > MAX_PNG_PIXELS) return undefined;
      const isDeep = file.readUInt8(24) === DEEP_BITS;
      return [
        ...['-quiet', '-o1'],
        // It would write shades of grey with a profile of colours, which no program accepts.
        ...(file.includes('iCCP') ? ['-nc'] : []),
        ...(keepsDepth || isDeep ? ['-nb'] : []),
      ];
    }
    default:
      return ['--batch', '-O3', '-Okeep-empty'];
  }
}

/** EXIF with the orientation alone. @see CIPA DC-008, 4.5 and 4.6 */
function orientationSegment(): Buffer {
  const entry = Buffer.from([0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]);
  const tiff = Buffer.concat([Buffer.from('MM\0*\0\0\0\x08\0\x01', 'latin1'), entry, Buffer.alloc(4)]);
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
  return Buffer.concat([Buffer.of(0xff, 0xe1, 0, body.length + 2), body]);
}

/** Without its metadata a picture must not lie on its side. */
function keepOrientation(path: string): void {
  const file = readFileSync(path);
  const at = file.readUInt16BE(2) === 0xffe0 ? 4 + file.readUInt16BE(4) : 2;
  writeFileSync(path, Buffer.concat([file.subarray(0, at), orientationSegment(), file.subarray(at)]));
}

/** @returns whether the program has read the picture */
function pack(work: string): boolean {
  const args = argumentsFor(input);
  if (!args) return true;
  copyFileSync(input, work);
  const { status, stderr, error } = spawnSync(program, [...args, work], {
    timeout: packMs,
    killSignal: 'SIGKILL',
    encoding: 'latin1',
  });
  if (error && (error as NodeJS.ErrnoException).code === 'ETIMEDOUT') return true;
  if (error) throw error;
  if (status !== 0 || /warning|error/i.test(stderr)) return false;
  const isJpeg = basename(program) === 'jpegoptim';
  if (isJpeg && strips && orientation > 1) keepOrientation(work);
  const isAsked = isJpeg && (strips || isProgressive);
  if (isAsked || statSync(work).size < statSync(input).size) renameSync(work, output);
  return true;
}

const work = `${output}.packed`;
const isRead = pack(work);
rmSync(work, { force: true });
if (input !== output && !existsSync(output)) copyFileSync(input, output);
if (!isRead) console.log('unread');
