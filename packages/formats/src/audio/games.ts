import { at, magic } from '../define/signature.js';
import { readSound } from '../media/read-only.js';
import { PRIORITY } from '../media/signatures/priorities.js';

/** CRI Middleware, of the Dreamcast and many consoles after it. */
export const adx = readSound(
  {
    id: 'adx',
    label: 'ADX',
    extensions: ['adx'],
    mimeTypes: ['audio/x-adx'],
    signature: [magic({ 0: '\x80\0', 4: '\x03\x12\x04' })],
  },
  'adx',
);

/** Lego Racers. */
export const alp = readSound(
  {
    id: 'alp',
    label: 'ALP',
    extensions: ['tun'],
    mimeTypes: ['audio/x-alp'],
    signature: [magic({ 0: 'ALP ', 8: 'ADPCM' })],
  },
  'alp',
);

/** Rayman 2. */
export const apm = readSound(
  {
    id: 'apm',
    label: 'APM',
    extensions: ['apm'],
    mimeTypes: ['audio/x-apm'],
    signature: [magic({ 0: '\0 ', 20: 'vs12' })],
  },
  'apm',
);

/** Argonaut Games; the extension of its files, .asf, is that of Windows Media. */
export const argo = readSound(
  {
    id: 'argo',
    label: 'Argonaut ASF',
    extensions: ['argo'],
    mimeTypes: ['audio/x-argo'],
    signature: [at(0, 'ASF\0')],
  },
  'argo_asf',
);

/** Simon & Schuster Interactive. */
export const kvag = readSound(
  {
    id: 'kvag',
    label: 'KVAG',
    extensions: ['kvag'],
    mimeTypes: ['audio/x-kvag'],
    signature: [at(0, 'KVAG')],
  },
  'kvag',
);

/** Westwood Studios: Command & Conquer. */
export const aud = readSound(
  {
    id: 'aud',
    label: 'AUD',
    extensions: ['aud'],
    mimeTypes: ['audio/x-aud'],
    signature: [magic({ 11: '\x63', 16: '\xaf\xde\0\0' }, PRIORITY.westwood)],
  },
  'wsaud',
);
