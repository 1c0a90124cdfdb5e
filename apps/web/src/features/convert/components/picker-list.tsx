import { cx, Icon, Tile } from '@filemill/ui';
import { Check } from 'lucide-react';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import type { PickerGroup, PickerTarget } from '../model/picker-groups.js';

interface OptionProps {
  id: string;
  target: PickerTarget;
  selected: boolean;
  active: boolean;
  onChoose: () => void;
  line?: string;
}

function Option({ id, target, selected, active, onChoose, line }: OptionProps) {
  const look = line === undefined ? `pcell k-${target.category}` : 'po';
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the search field, which keeps the focus
    // biome-ignore lint/a11y/useFocusableInteractive: the search field names the active option instead
    <div
      id={id}
      role="option"
      aria-selected={selected}
      className={cx(look, selected && 'is-sel', active && 'is-active')}
      onClick={onChoose}
    >
      {line === undefined ? (
        target.format
      ) : (
        <>
          <Tile category={target.category}>{target.format}</Tile>
          <span>{line}</span>
          {selected && <Icon of={Check} className="po__c" />}
        </>
      )}
    </div>
  );
}

interface PickerListProps {
  id: string;
  ref: Ref<HTMLDivElement>;
  groups: readonly PickerGroup[];
  value: string | undefined;
  /** The format that the file has: chosen again, the file is optimised. */
  own: string | undefined;
  active: number;
  onChoose: (target: PickerTarget) => void;
}

/** The options: a line each for the popular ones, a grid for each category. */
export function PickerList({ id, ref, groups, value, own, active, onChoose }: PickerListProps) {
  const { t } = useTranslation(['convert', 'common']);
  let index = -1;
  const lineOf = (format: string) => (format === own ? t('picker.same') : t(`popular.${format}`));
  return (
    <div
      className="picker__body"
      role="listbox"
      id={id}
      ref={ref}
      aria-label={t('picker.title')}
      // A press would take the focus out of the search field, and the page may scroll to where it goes.
      onMouseDown={(event) => event.preventDefault()}
    >
      {groups.map((group) => {
        const title = group.id === 'popular' ? t('picker.popular') : t(`common:categories.${group.id}`);
        return (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is not allowed inside a listbox
          <div key={group.id} role="group" aria-label={title}>
            <p className="picker__title" aria-hidden="true">
              {title}
            </p>
            <div className={group.id === 'popular' ? undefined : 'pgrid'}>
              {group.targets.map((target) => {
                index += 1;
                return (
                  <Option
                    key={target.format}
                    id={`${id}-${index}`}
                    target={target}
                    selected={target.format === value}
                    active={index === active}
                    onChoose={() => onChoose(target)}
                    line={group.id === 'popular' ? lineOf(target.format) : undefined}
                  />
                );
              })}
            </div>
          </div>
        );
      })}
    </div>
  );
}
