import { type ByteReader, endsTooEarly } from '../bytes/byte-reader.js';
import { CompoundFile } from '../bytes/ole.js';
import type { MailboxRead } from '../define/document-engines.js';
import type { Facts } from '../define/facts.js';
import { defineFormat, type FormatSpec } from '../define/format.js';
import type { Trait } from '../define/traits.js';
import { inspectText, TEXT_KINDS } from './readers/text.js';

const PAGE: readonly Trait[] = [
  'text',
  'flow',
  'formatting',
  'links',
  'pictures',
  'vectors',
  'outside pictures',
  'styles',
  'scripts',
];

/** A message of Outlook is a compound file; of one that ends too early its reader tells nothing. */
async function inspectOutlook(reader: ByteReader): Promise<Facts> {
  if (await (await CompoundFile.open(reader)).isCutShort()) throw endsTooEarly();
  return {};
}

interface Mail {
  readonly id: string;
  readonly label: string;
  readonly extensions: readonly [string, ...string[]];
  readonly mimeType: string;
  readonly source: MailboxRead['source'];
}

const FORMATS: readonly Mail[] = [
  { id: 'eml', label: 'E-mail', extensions: ['eml'], mimeType: 'message/rfc822', source: 'message' },
  {
    id: 'mhtml',
    label: 'MHTML',
    extensions: ['mhtml', 'mht'],
    mimeType: 'multipart/related',
    source: 'page',
  },
  {
    id: 'msg',
    label: 'Outlook message',
    extensions: ['msg'],
    mimeType: 'application/vnd.ms-outlook',
    source: 'outlook',
  },
];

/** Messages, and web pages that are saved like one: RFC 5322, RFC 2557, [MS-OXMSG]. Their names tell them apart from others. */
export const mails: readonly FormatSpec[] = FORMATS.map(({ id, label, extensions, mimeType, source }) =>
  defineFormat({
    id,
    label,
    category: 'document',
    extensions,
    mimeTypes: [mimeType],
    noSignature: true,
    sharesBytesWith: source === 'outlook' ? ['ole'] : TEXT_KINDS,
    limits: source === 'outlook' ? inspectOutlook : inspectText,
    holds: source === 'page' ? PAGE : [...PAGE, 'attachments'],
    read: { mailbox: { as: 'mail', source } },
  }),
);

/** A message as a book of one chapter, an EPUB: between its reader and the engines that print and convert books. */
export const letter = defineFormat({
  id: 'letter',
  label: 'EPUB',
  category: 'document',
  extensions: ['epubm'],
  mimeTypes: ['application/epub+zip'],
  internal: true,
  holds: [...PAGE],
  read: {
    pandoc: { as: 'book', alsoAs: 'markup', source: 'book' },
    chromium: { as: 'book' },
    fictionbook: { as: 'book' },
  },
  write: { mailbox: { from: ['mail'] } },
});
