import { from, reads } from '../archive/readers/kinds.js';
import { inspectRar } from '../archive/readers/rar.js';
import { inspectSevenZip } from '../archive/readers/seven-zip.js';
import { inspectTar } from '../archive/readers/tar.js';
import { inspectZip } from '../archive/readers/zip.js';
import { defineFormat } from '../define/format.js';
import { archiveOptions } from '../define/options.js';

/** Comics are archives of pictures, which their names alone tell apart from others. They become archives, comics and books. */
const comic = [from[1]] as const;
const holds = ['pictures', 'animation', 'attachments'] as const;

/** In a zip, which every reader opens; the others become books through it. */
export const cbz = defineFormat({
  id: 'cbz',
  label: 'CBZ',
  category: 'ebook',
  extensions: ['cbz'],
  mimeTypes: ['application/vnd.comicbook+zip'],
  noSignature: true,
  sharesBytesWith: ['zip'],
  limits: inspectZip,
  holds,
  read: { ...reads('zip', undefined, 'comic'), comics: { as: 'comic' } },
  write: {
    archive: {
      // Any archive of pictures is a comic once it is named so.
      from,
      // Pictures hardly shrink.
      options: archiveOptions(1),
      container: 'zip',
      lacks: ['owner names', 'fractions of seconds'],
      times: [315_532_800, 2 ** 31 - 1],
    },
  },
});

/** In a RAR, which is read only. */
export const cbr = defineFormat({
  id: 'cbr',
  label: 'CBR',
  category: 'ebook',
  extensions: ['cbr'],
  mimeTypes: ['application/vnd.comicbook-rar'],
  noSignature: true,
  sharesBytesWith: ['rar'],
  limits: inspectRar,
  holds,
  read: reads('rar', undefined, 'comic'),
});

/** In a 7z. */
export const cb7 = defineFormat({
  id: 'cb7',
  label: 'CB7',
  category: 'ebook',
  extensions: ['cb7'],
  mimeTypes: ['application/x-cb7'],
  noSignature: true,
  sharesBytesWith: ['7z'],
  limits: inspectSevenZip,
  holds,
  read: reads('7z', undefined, 'comic'),
  write: { archive: { from: comic, options: archiveOptions(1), container: '7z', lacks: ['owners'] } },
});

/** In a tar. */
export const cbt = defineFormat({
  id: 'cbt',
  label: 'CBT',
  category: 'ebook',
  extensions: ['cbt'],
  mimeTypes: ['application/x-cbt'],
  noSignature: true,
  sharesBytesWith: ['tar'],
  limits: inspectTar,
  holds,
  read: reads('tar', undefined, 'comic'),
  write: { archive: { from: comic, container: 'tar' } },
});
