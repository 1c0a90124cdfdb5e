import type { Category } from '@filemill/product';
import { Pair, Tile } from '@filemill/ui';
import { useTranslation } from 'react-i18next';
import type { Actions } from '../hooks/use-actions.js';
import { extensionOf } from '../model/admission.js';
import { type Item, isStartable } from '../model/item.js';
import { FormatPicker } from './format-picker.js';

/** Placeholder while the format of a file is unknown. */
export const FALLBACK_CATEGORY: Category = 'document';

/** A file's formats: fixed while it runs, a select while one can still be chosen. */
export function RowPair({ item, actions }: { item: Item; actions: Actions }) {
  const { t } = useTranslation(['convert', 'intake']);
  const { input, target, name, id } = item;
  const category = input?.category ?? FALLBACK_CATEGORY;
  const from = <Tile category={category}>{input?.format ?? (extensionOf(name) || '?')}</Tile>;
  const targetCategory = input?.outputs.find(({ format }) => format === target)?.category ?? category;
  let to = <span className="none">–</span>;
  if (input && isStartable(item)) {
    to = (
      <FormatPicker
        targets={input.outputs}
        value={target}
        label={t('picker.labelOf', { file: name })}
        onChoose={(format) => actions.setTarget(id, format)}
      />
    );
  } else if (target && item.status !== 'refused') to = <Tile category={targetCategory}>{target}</Tile>;
  return <Pair from={from} to={t('intake:to')} target={to} />;
}
