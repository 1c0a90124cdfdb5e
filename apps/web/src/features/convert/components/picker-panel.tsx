import type { Category } from '@filemill/product';
import { CATEGORY_ICONS, Icon, IconButton } from '@filemill/ui';
import { Search, X } from 'lucide-react';
import { Tabs } from 'radix-ui';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useGridKeys } from '../hooks/use-grid-keys.js';
import { categoryCounts, type PickerTarget, pickerGroups } from '../model/picker-groups.js';
import { PickerList } from './picker-list.js';

const HINTS = [
  { id: 'move', keys: ['↑', '↓'] },
  { id: 'choose', keys: ['↵'] },
  { id: 'categories', keys: ['Tab'] },
  { id: 'close', keys: ['Esc'] },
] as const;

/** The keys of the picker, for devices with a keyboard. */
function PickerHints() {
  const { t } = useTranslation('convert');
  return (
    <div className="picker__foot not-phone" aria-hidden="true">
      {HINTS.map(({ id, keys }) => (
        <span key={id}>
          {keys.map((key) => (
            <span key={key} className="kbd">
              {key}
            </span>
          ))}
          {t(`picker.hint.${id}`)}
        </span>
      ))}
    </div>
  );
}

const isCategory = (value: string, categories: readonly { category: Category }[]): value is Category =>
  categories.some(({ category }) => category === value);

interface PickerPanelProps {
  targets: readonly PickerTarget[];
  value: string | undefined;
  own?: string | undefined;
  onChoose: (format: string) => void;
}

/**
 * Inside of the format picker: search, categories, list. The focus stays in the search field, and the picker
 * keeps the height that it opened with: a list that shrinks during typing would jump to the other
 * side of its button.
 */
export function PickerPanel({ targets, value, own, onChoose }: PickerPanelProps) {
  const { t } = useTranslation(['convert', 'common']);
  const [query, setQuery] = useState('');
  const [category, setCategory] = useState<Category | 'all'>('all');
  const [heightPx, setHeightPx] = useState<number>();
  const panel = useRef<HTMLDivElement>(null);
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const categories = categoryCounts(targets);
  const groups = pickerGroups(targets, query, category);
  const shown = groups.flatMap((group) => group.targets);
  const choose = (target: PickerTarget | undefined) => target && onChoose(target.format);
  const { active, setActive, onKeyDown } = useGridKeys(list, (index) => choose(shown[index]));
  const narrow = (change: () => void) => {
    setHeightPx((height) => height ?? panel.current?.offsetHeight);
    change();
    setActive(0);
  };
  return (
    <div ref={panel} className="picker__panel" style={{ height: heightPx }}>
      <div className="picker__search">
        <div className="input">
          <Icon of={Search} />
          <input
            ref={search}
            type="text"
            role="combobox"
            aria-label={t('picker.search')}
            aria-expanded="true"
            aria-controls={listId}
            aria-activedescendant={shown.length > 0 ? `${listId}-${active}` : undefined}
            aria-autocomplete="list"
            placeholder={t('picker.placeholder', { count: targets.length })}
            value={query}
            onChange={({ currentTarget }) => narrow(() => setQuery(currentTarget.value))}
            onKeyDown={onKeyDown}
          />
          {query !== '' && (
            <IconButton
              size="small"
              label={t('picker.clear')}
              onClick={() => {
                narrow(() => setQuery(''));
                search.current?.focus();
              }}
            >
              <Icon of={X} />
            </IconButton>
          )}
        </div>
      </div>
      {query === '' && categories.length > 1 && (
        <Tabs.Root
          value={category}
          onValueChange={(next) => narrow(() => setCategory(isCategory(next, categories) ? next : 'all'))}
        >
          <Tabs.List className="tabs picker__tabs" aria-label={t('picker.categories')}>
            <Tabs.Trigger value="all" aria-controls={listId}>
              {t('picker.all')} <span className="count">{targets.length}</span>
            </Tabs.Trigger>
            {categories.map(({ category: id, count }) => (
              <Tabs.Trigger key={id} value={id} aria-controls={listId}>
                <Icon of={CATEGORY_ICONS[id]} />
                {t(`common:categories.${id}`)} <span className="count">{count}</span>
              </Tabs.Trigger>
            ))}
          </Tabs.List>
        </Tabs.Root>
      )}
      {shown.length === 0 && (
        <div className="empty tight" role="status">
          <p className="strong">{t('picker.none')}</p>
          <p className="muted small">{t('picker.noneText')}</p>
        </div>
      )}
      <PickerList
        ref={list}
        id={listId}
        groups={groups}
        value={value}
        own={own}
        active={active}
        onChoose={choose}
      />
      <PickerHints />
    </div>
  );
}
