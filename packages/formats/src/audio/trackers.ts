import { at, magic, shows } from '../define/signature.js';
import { readSound } from '../media/read-only.js';
import { PRIORITY } from '../media/signatures/priorities.js';

/** Marks of the modules that ProTracker, its relatives and those with more channels write. */
const MOD_MARKS = /^(M\.K\.|M!K!|M&K!|FLT[48]|OCTA|CD81|[5-9]CHN|[1-3]\dCH)$/;
const MOD_MARK_AT = 1_080;

/** Music of the Amiga: samples, and the notes that play them. */
export const mod = readSound(
  {
    id: 'mod',
    label: 'MOD',
    extensions: ['mod'],
    mimeTypes: ['audio/x-mod'],
    signature: [
      shows(PRIORITY.mod, ({ head }) =>
        MOD_MARKS.test(head.toString('latin1', MOD_MARK_AT, MOD_MARK_AT + 4)),
      ),
    ],
  },
  'libopenmpt',
);

/** Modules of FastTracker 2. */
export const xm = readSound(
  {
    id: 'xm',
    label: 'XM',
    extensions: ['xm'],
    mimeTypes: ['audio/x-xm'],
    signature: [at(0, 'Extended Module: ')],
  },
  'libopenmpt',
);

/** Modules of Impulse Tracker, and those of OpenMPT, which extend them. */
export const it = readSound(
  {
    id: 'it',
    label: 'IT',
    extensions: ['it', 'mptm'],
    mimeTypes: ['audio/x-it'],
    signature: [at(0, 'IMPM')],
  },
  'libopenmpt',
);

/** Modules of Scream Tracker 3. */
export const s3m = readSound(
  {
    id: 's3m',
    label: 'S3M',
    extensions: ['s3m'],
    mimeTypes: ['audio/x-s3m'],
    signature: [magic({ 28: '\x1a\x10', 44: 'SCRM' }, PRIORITY.s3m)],
  },
  'libopenmpt',
);
