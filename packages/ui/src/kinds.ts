import type { LucideIcon } from 'lucide-react';
import {
  Archive,
  AudioLines,
  BookOpen,
  Clapperboard,
  FileText,
  Image,
  Presentation,
  Type,
} from 'lucide-react';

/** Kinds of file, in the order in which they are shown; each has a colour and an icon. */
export const KINDS = [
  'image',
  'audio',
  'video',
  'document',
  'presentation',
  'archive',
  'ebook',
  'font',
] as const;
export type Kind = (typeof KINDS)[number];

/** The icon of each kind. */
export const KIND_ICONS: Record<Kind, LucideIcon> = {
  image: Image,
  audio: AudioLines,
  video: Clapperboard,
  document: FileText,
  presentation: Presentation,
  archive: Archive,
  ebook: BookOpen,
  font: Type,
};
