import { cx, type Kind, KindMark, Pair, Tile } from '@filemill/ui';
import { formatBytes, splitName } from '@filemill/web-client';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Converter } from '../hooks/use-converter.js';
import { extensionOf } from '../model/admission.js';
import { type Item, isStartable } from '../model/item.js';
import { FormatPicker } from './format-picker.js';
import { RowActions } from './row-actions.js';
import { RowState } from './row-state.js';

const FALLBACK_KIND: Kind = 'document';
const focusRow = (row: Element | null | undefined) => row instanceof HTMLElement && row.focus();

/** A file's formats: fixed while it runs, a select while one can still be chosen. */
function RowPair({ item, converter }: { item: Item; converter: Converter }) {
  const { t } = useTranslation('convert');
  const { input, target, file, id } = item;
  const kind = input?.category ?? FALLBACK_KIND;
  const from = <Tile kind={kind}>{input?.format ?? (extensionOf(file.name) || '?')}</Tile>;
  const targetKind = input?.outputs.find(({ format }) => format === target)?.category ?? kind;
  let to = <span className="none">–</span>;
  if (input && isStartable(item)) {
    to = (
      <FormatPicker
        targets={input.outputs}
        value={target}
        label={t('picker.labelOf', { file: file.name })}
        onChoose={(format) => converter.setTarget(id, format)}
      />
    );
  } else if (target && item.status !== 'refused') to = <Tile kind={targetKind}>{target}</Tile>;
  return <Pair from={from} to={t('picker.to')} target={to} />;
}

/** One file of the list. Delete removes it, wherever in the row the focus is. */
export function FileRow({ item, converter }: { item: Item; converter: Converter }) {
  const { i18n } = useTranslation('convert');
  const { file, status } = item;
  const { stem, ending } = splitName(file.name);
  const rowId = `row-${item.id}`;

  /** The focus goes to the next row, or the one before, or the button that adds files. */
  function leaving(act: () => void | Promise<void>) {
    const row = document.getElementById(rowId);
    const heir = row?.nextElementSibling ?? row?.previousElementSibling;
    const fallback = document.querySelector('[data-choose]');
    void Promise.resolve(act()).then(() => focusRow(heir ?? fallback));
  }
  const remove = () => leaving(() => converter.remove(item.id));
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const inside = event.target instanceof Node && event.currentTarget.contains(event.target);
    if (event.key !== 'Delete' || !inside) return;
    event.preventDefault();
    remove();
  };
  const cta = status === 'completed' || status === 'error' || status === 'cancelled';
  return (
    <li
      id={rowId}
      tabIndex={-1}
      className={cx(
        'row',
        cta && 'row--cta',
        status === 'error' && 'row--bad',
        status === 'refused' && 'row--off',
      )}
      onKeyDown={onKeyDown}
    >
      <span className="row__mark">
        <KindMark kind={item.input?.category ?? FALLBACK_KIND} />
      </span>
      <div className="row__name">
        <span className="fname" title={file.name}>
          <b>{stem}</b>
          <i>{ending}</i>
        </span>
        <p className="meta">
          <span>{formatBytes(file.size, i18n.language)}</span>
        </p>
      </div>
      <div className="row__pair">
        <RowPair item={item} converter={converter} />
      </div>
      <div className="row__state">
        <RowState item={item} />
      </div>
      <div className="row__act">
        <RowActions
          item={item}
          converter={converter}
          onRemove={remove}
          onErase={() => leaving(() => converter.erase(item.id))}
        />
      </div>
    </li>
  );
}
