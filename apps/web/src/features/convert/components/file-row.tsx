import type { Category } from '@filemill/product';
import { CategoryMark, cx, Pair, Tile } from '@filemill/ui';
import { formatBytes, joinList, splitName } from '@filemill/web-client';
import { type ComponentProps, type KeyboardEvent, memo, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useOptionWords } from '../../../lib/use-option-texts.js';
import type { Actions } from '../hooks/use-actions.js';
import type { Mode } from '../hooks/use-save.js';
import { extensionOf } from '../model/admission.js';
import { type Item, isStartable } from '../model/item.js';
import { FormatPicker } from './format-picker.js';
import { RowActions } from './row-actions.js';
import { expectedId } from './row-expected.js';
import { RowDamage } from './row-losses.js';
import { RowState } from './row-state.js';

/** Placeholder while the format of a file is unknown. */
const FALLBACK_CATEGORY: Category = 'document';

/** A file's formats: fixed while it runs, a select while one can still be chosen. */
function RowPair({ item, isPart, actions }: { item: Item; isPart: boolean; actions: Actions }) {
  const { t } = useTranslation(['convert', 'intake']);
  const { input, target, name, id } = item;
  const category = input?.category ?? FALLBACK_CATEGORY;
  const from = <Tile category={category}>{input?.format ?? (extensionOf(name) || '?')}</Tile>;
  if (isPart) return from;
  const known = [...(input?.outputs ?? []), ...(input?.combinesInto ?? [])];
  const targetCategory = known.find(({ format }) => format === target)?.category ?? category;
  let to = <span className="none">–</span>;
  if (input && isStartable(item) && !item.parts) {
    to = (
      <FormatPicker
        targets={input.outputs}
        value={target}
        own={input.format}
        label={t('picker.labelOf', { file: name })}
        describedBy={expectedId(item)}
        onChoose={(format) => actions.setTarget(id, format)}
      />
    );
  } else if (target && item.status !== 'refused') to = <Tile category={targetCategory}>{target}</Tile>;
  return <Pair from={from} to={t('intake:to')} target={to} />;
}

const focusOn = (element: Element | null | undefined) => element instanceof HTMLElement && element.focus();

interface FileRowProps extends Pick<ComponentProps<'li'>, 'ref' | 'aria-setsize' | 'aria-posinset'> {
  item: Item;
  mode: Mode;
  isOwn: boolean;
  actions: Actions;
  /** Whether all files are to become one, so that their order counts. */
  isCombining: boolean;
  /** Index among the rendered rows, for lists that render only visible rows. */
  'data-index'?: number;
  /** Distance from the top of such a list. A number, so that an unmoved row is not rendered again. */
  offsetPx?: number;
}

/** The type of a row that is dragged: files from outside of the page have another. */
const ROW_TYPE = 'application/x-filemill-row';

/** A row that takes the place of another where it is dropped. */
const draggedRow = ({ id }: Item, actions: Actions): ComponentProps<'li'> => ({
  draggable: true,
  onDragStart: (event) => {
    event.dataTransfer.setData(ROW_TYPE, id);
    event.dataTransfer.effectAllowed = 'move';
  },
  onDragOver: (event) => {
    if (event.dataTransfer.types.includes(ROW_TYPE)) event.preventDefault();
  },
  onDrop: (event) => {
    const dropped = event.dataTransfer.getData(ROW_TYPE);
    if (dropped === '') return;
    event.preventDefault();
    actions.moveTo(dropped, id);
  },
});

/** One file of the list. Delete removes it, wherever in the row the focus is. */
export const FileRow = memo(function FileRow({
  item,
  mode,
  isOwn,
  actions,
  isCombining,
  offsetPx,
  ...rest
}: FileRowProps) {
  const { t, i18n } = useTranslation('convert');
  const { name, status } = item;
  const options = joinList(useOptionWords(item.options), i18n.language);
  const { stem, ending } = splitName(name);
  const isPart = isCombining && isStartable(item) && item.input !== undefined && !item.parts;
  const rowId = `row-${item.id}`;

  /** The focus goes to the next row, or the one before, or the button that adds files. */
  function leaving(act: () => void | Promise<void>) {
    const row = document.getElementById(rowId);
    const heir = row?.nextElementSibling ?? row?.previousElementSibling;
    const fallback = document.querySelector('[data-choose]');
    void Promise.resolve(act()).then(() => focusOn(heir ?? fallback));
  }
  const remove = () => leaving(() => actions.remove(item.id));
  const erase = () => leaving(() => actions.erase(item));
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // Events of a popover arrive here too, though it is rendered elsewhere.
    const inside = event.target instanceof Node && event.currentTarget.contains(event.target);
    if (isPart && inside && event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault();
      actions.move(item.id, event.key === 'ArrowUp' ? -1 : 1);
      return;
    }
    if (event.key !== 'Delete' || !inside) return;
    event.preventDefault();
    remove();
  };
  const cta = status === 'completed' || status === 'error' || status === 'cancelled';
  return (
    <li
      {...rest}
      style={offsetPx === undefined ? undefined : { transform: `translateY(${offsetPx}px)` }}
      id={rowId}
      tabIndex={-1}
      className={cx(
        'row',
        cta && 'row--cta',
        status === 'error' && 'row--bad',
        (status === 'refused' || status === 'lost') && 'row--off',
      )}
      onKeyDown={onKeyDown}
      {...(isPart && draggedRow(item, actions))}
    >
      {status === 'completed' && item.conversion && item.conversion.losses.length > 0 && (
        <Suspense>
          <RowDamage losses={item.conversion.losses} />
        </Suspense>
      )}
      <span className="row__mark">
        <CategoryMark category={item.input?.category ?? FALLBACK_CATEGORY} />
      </span>
      <div className="row__name">
        <span className="fname" title={name}>
          <b>{stem}</b>
          <i>{ending}</i>
        </span>
        <p className="meta">
          <span>{formatBytes(item.sizeBytes, i18n.language)}</span>
          {item.parts && <span>{t('batch.files', { count: item.parts.length })}</span>}
        </p>
        {options !== '' && (
          <p className="row__opts small muted" title={options}>
            {options}
          </p>
        )}
      </div>
      <div className="row__pair">
        <RowPair item={item} isPart={isPart} actions={actions} />
      </div>
      <div className="row__state">{!isPart && <RowState item={item} />}</div>
      <div className="row__act">
        <RowActions {...{ item, mode, isOwn, actions, isPart }} onRemove={remove} onErase={erase} />
      </div>
    </li>
  );
});
