import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type FocusEvent, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Converter } from '../hooks/use-converter.js';
import { FileRow } from './file-row.js';

/** A row's height before it is measured, px. */
const ROW_PX = 76;
/** Rows rendered beyond each edge of the view, for keys and quick scrolling. */
const OVERSCAN = 10;

/** A list that renders only visible rows. */
export function LongFileList({ converter }: { converter: Converter }) {
  const { t } = useTranslation('convert');
  const { items, mode, actions, queue, combining } = converter;
  const list = useRef<HTMLUListElement>(null);
  const [topPx, setTopPx] = useState(0);
  const focused = useRef<number>(undefined);
  const noteFocus = ({ target }: FocusEvent<HTMLElement>) => {
    const index = target.closest<HTMLElement>('[data-index]')?.dataset.index;
    focused.current = index === undefined ? undefined : Number(index);
  };
  // Content above the list can change its height with every file, and with the window.
  useLayoutEffect(() => {
    const look = () => setTopPx((list.current?.getBoundingClientRect().top ?? 0) + scrollY);
    look();
    addEventListener('resize', look);
    return () => removeEventListener('resize', look);
  }, [items]);
  const rows = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
    scrollMargin: topPx,
    getItemKey: (index) => items[index]?.id ?? index,
    // The focused row stays rendered, however far away it is scrolled.
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range);
      const index = focused.current;
      return index === undefined || index >= range.count || shown.includes(index)
        ? shown
        : [...shown, index].sort((a, b) => a - b);
    },
  });
  return (
    <ul
      ref={list}
      className="rows rows--long"
      onFocusCapture={noteFocus}
      onBlurCapture={() => {
        focused.current = undefined;
      }}
      aria-label={t('list')}
      style={{ height: `${rows.getTotalSize()}px` }}
    >
      {rows.getVirtualItems().map(({ index, key, start }) => {
        const item = items[index];
        return (
          item && (
            <FileRow
              key={key}
              ref={rows.measureElement}
              data-index={index}
              aria-setsize={items.length}
              aria-posinset={index + 1}
              offsetPx={start - topPx}
              item={item}
              mode={mode}
              isOwn={item.owner === queue.caller}
              actions={actions}
              isCombining={combining !== undefined}
            />
          )
        );
      })}
    </ul>
  );
}
