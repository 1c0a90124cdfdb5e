import { existsSync, realpathSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';

/** Folders of system programs; `PATH` is never used. */
const FOLDERS = ['/usr/bin', '/usr/lib', '/usr/lib/libreoffice/program', '/usr/libexec', '/usr/sbin'];

/**
 * Programs that executed code from pictures in the past (ImageMagick, Ghostscript, ExifTool). Filemill does not use
 * them; if a machine has them, other programs must not find them either.
 */
const FORBIDDEN = [
  ...['magick', 'convert', 'identify', 'mogrify', 'composite', 'montage', 'compare', 'conjure', 'import'],
  ...[
    'display',
    'animate',
    'stream',
    'gm',
    'gs',
    'ghostscript',
    'exiftool',
    'dot',
    'latex',
    'pdflatex',
    'java',
  ],
];
const FORBIDDEN_FOLDERS = ['/usr/bin', '/usr/local/bin', '/usr/lib/jvm/default-java/bin'];

/** libvips loads its modules from here; the ImageMagick module must not be among them. */
const VIPS_MODULES = ['vips-modules-8.14', 'vips-modules-8.15', 'vips-modules-8.16', 'vips-modules-8.17'];

/**
 * The absolute path of a program of the system.
 *
 * @param name - such as `ffmpeg`; an absolute path is only checked
 * @throws {Error} naming the missing program and the folders searched
 */
export function findProgram(name: string): string {
  const candidates = isAbsolute(name) ? [name] : FOLDERS.map((folder) => join(folder, name));
  const found = candidates.find((path) => existsSync(path));
  if (!found) throw new Error(`The program ${name} is missing; looked in ${candidates.join(', ')}`);
  return found;
}

/** Files of this machine that a jail shows as empty: real paths, since nothing can be mounted over a link. */
export function findMaskedFiles(): string[] {
  const paths = [
    ...FORBIDDEN_FOLDERS.flatMap((folder) => FORBIDDEN.map((name) => join(folder, name))),
    ...['/usr/lib/x86_64-linux-gnu', '/usr/lib'].flatMap((folder) =>
      VIPS_MODULES.map((modules) => join(folder, modules, 'vips-magick.so')),
    ),
  ];
  const real = paths.filter((path) => existsSync(path)).map((path) => realpathSync(path));
  return [...new Set(real)].filter((path) => path.startsWith('/usr/'));
}
