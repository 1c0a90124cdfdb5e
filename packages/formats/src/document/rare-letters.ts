import { defineFormat } from '../define/format.js';
import { at, magic } from '../define/signature.js';

/** Lotus Word Pro, since 96. */
export const lwp = defineFormat({
  id: 'lwp',
  label: 'Word Pro',
  category: 'document',
  extensions: ['lwp'],
  mimeTypes: ['application/vnd.lotus-wordpro'],
  signature: [at(0, 'WordPro\0')],
  read: { libreoffice: { as: 'writer', filters: ['LotusWordPro'] } },
});

/**
 * Texts of ClarisWorks 5 and AppleWorks 6. One of their files may also be a sheet, a drawing or a database, which a byte
 * behind the version tells apart; these are not read.
 */
export const cwk = defineFormat({
  id: 'cwk',
  label: 'AppleWorks',
  category: 'document',
  extensions: ['cwk'],
  mimeTypes: ['application/x-appleworks'],
  signature: [magic({ 0: '\x06', 4: 'BOBO', 278: '\x01' }), magic({ 0: '\x05', 4: 'BOBO', 269: '\x01' })],
  read: { libreoffice: { as: 'writer', filters: ['ClarisWorks'] } },
});

/** Word of Windows CE. */
export const psw = defineFormat({
  id: 'psw',
  label: 'Pocket Word',
  category: 'document',
  extensions: ['psw'],
  mimeTypes: ['application/x-pocket-word'],
  signature: [at(0, '{\\pwi')],
  read: { libreoffice: { as: 'writer', filters: ['PocketWord File'] } },
});
