import { magic } from '../define/signature.js';
import { readSound } from '../media/read-only.js';

/** DSDIFF 1.5, of the studios that make Super Audio CDs: one bit at millions of samples a second. */
export const dff = readSound(
  {
    id: 'dff',
    label: 'DFF',
    extensions: ['dff'],
    mimeTypes: ['audio/x-dff'],
    signature: [magic({ 0: 'FRM8', 12: 'DSD ' })],
  },
  'iff',
);
