import type { LucideIcon } from 'lucide-react';
import { cx } from './cx.js';

/** A decorative icon in the size of the text beside it; the words are elsewhere. */
export function Icon({ of: Glyph, className }: { of: LucideIcon; className?: string }) {
  return <Glyph className={cx('i', className)} aria-hidden="true" />;
}
