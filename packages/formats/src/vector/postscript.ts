import { defineFormat } from '../define/format.js';
import { at, magic } from '../define/signature.js';
import { inspectPostScript } from './readers/postscript.js';

/** Of a picture: one page of its size. */
const ofPicture = (option: string) =>
  ({
    from: ['printed'],
    holds: ['many colours', 'large pictures'],
    encoder: {
      program: 'pdftops',
      args: (input: string, output: string) => ['-level3', option, input, output],
    },
  }) as const;

/** Pages for printers. It is a program, so it is written and never read. */
export const ps = defineFormat({
  id: 'ps',
  label: 'PostScript',
  category: 'image',
  extensions: ['ps'],
  mimeTypes: ['application/postscript'],
  signature: [at(0, '%!', 700), at(0, '\x04%!', 700)],
  limits: inspectPostScript,
  write: { poppler: { from: ['pages'], as: 'ps' }, codecs: ofPicture('-origpagesizes') },
});

/** PostScript of one page, to be placed on another one; with a preview it begins with a table of DOS. */
export const eps = defineFormat({
  id: 'eps',
  label: 'EPS',
  category: 'image',
  extensions: ['eps', 'epsf'],
  mimeTypes: ['image/x-eps', 'application/eps'],
  signature: [magic({ 0: '%!PS-Adobe-', 14: ' EPSF-' }, 719), at(0, '\xc5\xd0\xd3\xc6', 700)],
  limits: inspectPostScript,
  write: { poppler: { from: ['pages'], as: 'eps' }, codecs: ofPicture('-eps') },
});
