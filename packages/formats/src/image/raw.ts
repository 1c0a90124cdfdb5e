import { defineFormat } from '../define/format.js';
import type { PictureProgram } from '../define/image-engines.js';
import { magic, shows } from '../define/signature.js';
import { isCameraRaw } from './readers/camera-raw.js';
import { isDng } from './readers/dng.js';

/** Develops with the white balance of the camera, with 16 bits and the gamma of sRGB: its own is that of ITU-R BT.709. */
const DECODER: PictureProgram = {
  program: 'dcraw_emu',
  args: (input, output) => ['-w', '-T', '-6', '-g', '2.4', '12.92', '-Z', output, input],
  // Its TIFF names the camera, the date and the settings, and libvips reads none of them.
  loses: ['metadata_dropped'],
};

/** Digital Negative, Adobe's format of camera sensors. */
export const dng = defineFormat({
  id: 'dng',
  label: 'DNG',
  category: 'image',
  extensions: ['dng'],
  mimeTypes: ['image/x-adobe-dng'],
  signature: [shows(702, ({ head }) => isDng(head))],
  read: { codecs: { as: 'raw photo', decoder: DECODER } },
});

/** Raw photo of Canon's cameras from 2004 to 2018: a TIFF with a mark of its own. */
export const cr2 = defineFormat({
  id: 'cr2',
  label: 'CR2',
  category: 'image',
  extensions: ['cr2'],
  mimeTypes: ['image/x-canon-cr2'],
  signature: [magic({ 0: 'II*\0', 8: 'CR\x02' }, 703)],
  read: { codecs: { as: 'raw photo', decoder: DECODER } },
});

/**
 * Raw photos of all other cameras, one format because one program reads them by their content; proven with a photo of
 * Canon's older cameras (CRW).
 */
export const raw = defineFormat({
  id: 'raw',
  label: 'Camera RAW',
  category: 'image',
  extensions: [
    'crw',
    'cr3',
    'nef',
    'nrw',
    'arw',
    'sr2',
    'srf',
    'raf',
    'orf',
    'rw2',
    'rwl',
    'pef',
    'srw',
    'x3f',
    'mrw',
    '3fr',
    'erf',
    'kdc',
    'dcr',
    'mos',
    'mef',
    'iiq',
    'raw',
  ],
  mimeTypes: ['image/x-dcraw'],
  signature: [shows(704, isCameraRaw)],
  read: { codecs: { as: 'raw photo', decoder: DECODER } },
});
