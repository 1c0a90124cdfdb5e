import type { KnownContent } from '../define/format.js';
import { at, finds } from '../define/signature.js';
import { oleSignature } from './readers/binary.js';
import { detectTextKind } from './readers/text.js';

/** "MZ" and similar magic numbers are also letters, so a text may begin with them; the text check comes first. */
const PROGRAM_PRIORITY = 90;

/** Programs and links, recognised by their first bytes, so that the refusal can name them. */
const PROGRAMS: Readonly<Record<string, readonly string[]>> = {
  exe: ['MZ'],
  elf: ['\x7fELF'],
  'java-class': ['\xca\xfe\xba\xbe'],
  'mach-o': ['\xfe\xed\xfa', '\xcf\xfa\xed\xfe', '\xce\xfa\xed\xfe'],
  lnk: ['L\0\0\0\x01\x14\x02\0'],
};

/** Texts that are not documents: {@link detectTextKind}. */
const TEXTS = ['script', 'desktop', 'url', 'php', 'batch', 'sfd', 'fig'];

/** Content that resembles a document but cannot be converted. */
export const knownDocuments: readonly KnownContent[] = [
  ...Object.entries(PROGRAMS).map(([id, starts]) => ({
    id,
    signature: starts.map((start) => at(0, start, PROGRAM_PRIORITY)),
  })),
  ...TEXTS.map((id) => ({ id, signature: [finds(100, detectTextKind, id)] })),
  { id: 'ole', signature: [oleSignature('ole')] },
];
