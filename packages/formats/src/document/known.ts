import { at, finds } from '../define/signature.js';
import type { KnownContent } from '../detect/known-content.js';
import { oleSignature } from './readers/binary.js';
import { packageSignature } from './readers/packages.js';
import { seenText } from './readers/text.js';

/** "MZ" and the like are letters: a text may begin with them, and is asked first. */
const PROGRAM_PRIORITY = 90;

/** Programs and links, by their first bytes; known in order to refuse them by name. */
const PROGRAMS: Readonly<Record<string, readonly string[]>> = {
  exe: ['MZ'],
  elf: ['\x7fELF'],
  'java-class': ['\xca\xfe\xba\xbe'],
  'mach-o': ['\xfe\xed\xfa', '\xcf\xfa\xed\xfe', '\xce\xfa\xed\xfe'],
  lnk: ['L\0\0\0\x01\x14\x02\0'],
};

/** Texts that are no documents: {@link seenText}. */
const TEXTS = ['script', 'desktop', 'url', 'php', 'batch', 'sfd', 'fig', 'fodt', 'fodp', 'xml'];

/** Content that is taken for a document, and is none that can be converted. */
export const knownDocuments: readonly KnownContent[] = [
  ...Object.entries(PROGRAMS).map(([id, starts]) => ({
    id,
    signature: starts.map((start) => at(0, start, PROGRAM_PRIORITY)),
  })),
  ...TEXTS.map((id) => ({ id, signature: [finds(100, seenText, id)] })),
  { id: 'ole', signature: [oleSignature('ole')] },
  { id: 'odg', signature: packageSignature('odg') },
];
