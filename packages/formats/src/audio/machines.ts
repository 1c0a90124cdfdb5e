import { at, magic, shows } from '../define/signature.js';
import { readSound } from '../media/read-only.js';
import { PRIORITY } from '../media/signatures/priorities.js';

/** Sound of the Amiga, IFF with samples of 8 bits. */
export const svx = readSound(
  {
    id: '8svx',
    label: '8SVX',
    extensions: ['8svx', 'svx'],
    mimeTypes: ['audio/x-8svx'],
    signature: [magic({ 0: 'FORM', 8: '8SVX' })],
  },
  'iff',
);

/** Sound of the Amiga, IFF with samples of 16 bits. */
export const maud = readSound(
  {
    id: 'maud',
    label: 'MAUD',
    extensions: ['maud'],
    mimeTypes: ['audio/x-maud'],
    signature: [magic({ 0: 'FORM', 8: 'MAUD' })],
  },
  'iff',
);

/** Audio Visual Research, of the Atari ST. */
export const avr = readSound(
  { id: 'avr', label: 'AVR', extensions: ['avr'], mimeTypes: ['audio/x-avr'], signature: [at(0, '2BIT')] },
  'avr',
);

/** Sound of the first Macintosh, with Huffman coding; it is in a MacBinary envelope. */
export const hcom = readSound(
  {
    id: 'hcom',
    label: 'HCOM',
    extensions: ['hcom'],
    mimeTypes: ['audio/x-hcom'],
    signature: [magic({ 65: 'FSSD', 128: 'HCOM' }, PRIORITY.macBinary)],
  },
  'hcom',
);

/** Portable Voice Format, of voice modems. */
export const pvf = readSound(
  { id: 'pvf', label: 'PVF', extensions: ['pvf'], mimeTypes: ['audio/x-pvf'], signature: [at(0, 'PVF1\n')] },
  'pvf',
);

/** Synthetic music Mobile Application Format: ringtones of Yamaha's chips. Only its sampled sound is read. */
export const mmf = readSound(
  {
    id: 'mmf',
    label: 'MMF',
    extensions: ['mmf'],
    mimeTypes: ['application/vnd.smaf'],
    signature: [at(0, 'MMMD')],
  },
  'mmf',
);

/** Lego Mindstorms: its header has no mark, but says how long the file is. */
export const rso = readSound(
  {
    id: 'rso',
    label: 'RSO',
    extensions: ['rso'],
    mimeTypes: ['audio/x-rso'],
    signature: [
      shows(
        PRIORITY.rso,
        ({ head, sizeBytes }) =>
          head.length > 8 && head.readUInt16BE(0) === 0x0100 && head.readUInt16BE(2) + 8 === sizeBytes,
      ),
    ],
  },
  'rso',
);
