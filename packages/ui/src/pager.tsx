import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from './button.js';
import { Icon } from './icon.js';

/** Most page buttons at once. */
const MAX_BUTTONS = 5;

/** The pages that get a button: at most five, with the current one as near to the middle as possible. */
export function shownPages(page: number, pageCount: number): readonly number[] {
  const count = Math.min(MAX_BUTTONS, pageCount);
  const middle = Math.floor(MAX_BUTTONS / 2);
  const first = Math.max(1, Math.min(page - middle, pageCount - count + 1));
  return Array.from({ length: count }, (_, index) => first + index);
}

interface PagerProps {
  /** From 1. */
  page: number;
  pageCount: number;
  /** `Showing X to Y of Z results`. */
  summary: string;
  labels: { nav: string; previous: string; next: string; page: (page: number) => string };
  onPage: (page: number) => void;
}

/** Buttons for the pages of a list. On phones only previous and next. */
export function Pager({ page, pageCount, summary, labels, onPage }: PagerProps) {
  return (
    <nav className="pager" aria-label={labels.nav}>
      <span aria-live="polite">{summary}</span>
      <Button size="small" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <Icon of={ChevronLeft} />
        {labels.previous}
      </Button>
      {shownPages(page, pageCount).map((number) => (
        <Button
          key={number}
          icon
          size="small"
          className="pager__page"
          aria-label={labels.page(number)}
          aria-current={number === page ? 'page' : undefined}
          onClick={() => onPage(number)}
        >
          {number}
        </Button>
      ))}
      <Button size="small" disabled={page >= pageCount} onClick={() => onPage(page + 1)}>
        {labels.next}
        <Icon of={ChevronRight} />
      </Button>
    </nav>
  );
}
