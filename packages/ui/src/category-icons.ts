import type { Category } from '@filemill/product';
import {
  Archive,
  AudioLines,
  BookOpen,
  Clapperboard,
  FileText,
  Image,
  type LucideIcon,
  Presentation,
  Type,
} from 'lucide-react';

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
