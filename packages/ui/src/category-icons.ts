import type { Category } from '@filemill/product';
import { type LucideIcon, Archive, AudioLines, BookOpen, Clapperboard, FileText, Image, Presentation, Type } from 'lucide-react';

/** The icon of each category. */
export const CATEGORY_ICONS: Record<Category, LucideIcon> = {
  image: Image,
  audio: AudioLines,
  video: Clapperboard,
  document: FileText,
  presentation: Presentation,
  archive: Archive,
  ebook: BookOpen,
  font: Type,
};
