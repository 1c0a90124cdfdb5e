import type { ReactNode } from 'react';
import { cx } from './cx.js';
import { useOverflow } from './use-overflow.js';

export interface Column<Row> {
  readonly id: string;
  readonly head: string;
  readonly cell: (row: Row) => ReactNode;
  /** Aligned right. */
  readonly numeric?: boolean;
  /** The name of the row: first on phones, without its head. */
  readonly lead?: boolean;
  /** Buttons: last on phones, over the whole width. */
  readonly actions?: boolean;
  /** Sorts by this column when its head is pressed. */
  readonly sort?: { readonly order: 'ascending' | 'descending' | 'none'; readonly onSort: () => void };
}

interface TableProps<Row> {
  /** Label for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  busy?: boolean;
}

/** A table; below 640 px each row is a labelled block. */
export function Table<Row>({ label, columns, rows, rowKey, busy }: TableProps<Row>) {
  const { ref, isOverflowing } = useOverflow<HTMLDivElement>();
  const focusable = isOverflowing && { role: 'group', 'aria-label': label, tabIndex: 0 };
  return (
    <div className="table__scroll" ref={ref} {...focusable}>
      <table className="table table--stack" aria-label={label} aria-busy={busy || undefined}>
        <thead>
          <tr>
            {columns.map(({ id, head, numeric, sort }) => (
              <th key={id} scope="col" className={cx(numeric && 'num')} aria-sort={sort?.order}>
                {sort ? (
                  <button type="button" onClick={sort.onSort}>
                    {head}
                  </button>
                ) : (
                  head
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map(({ id, head, cell, numeric, lead, actions }) => (
                <td
                  key={id}
                  data-l={head}
                  className={cx(numeric && 'num', lead && 'table__lead', actions && 'table__acts')}
                >
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
