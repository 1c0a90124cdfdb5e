import { buttonClass, Icon } from '@filemill/ui';
import { Check, type LucideIcon } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';

interface ChoiceMenuProps {
  label: string;
  icon: LucideIcon;
  /** What is chosen now, beside the icon on larger screens. */
  text?: ReactNode;
  value: string;
  choices: readonly { id: string; name: string; icon: LucideIcon }[];
  onChoose: (id: string) => void;
}

/** One of several, from the header. Not modal: a modal menu would write styles that the page's policy forbids. */
export function ChoiceMenu({ label, icon, text, value, choices, onChoose }: ChoiceMenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger
        className={buttonClass({ look: 'ghost', icon: text === undefined })}
        aria-label={label}
      >
        <Icon of={icon} />
        {text && <span className="not-phone">{text}</span>}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu pop" align="end" sideOffset={6} collisionPadding={12}>
          <DropdownMenu.RadioGroup value={value} onValueChange={onChoose}>
            {choices.map((choice) => (
              <DropdownMenu.RadioItem key={choice.id} value={choice.id} className="menu__item">
                <Icon of={choice.icon} />
                {choice.name}
                <DropdownMenu.ItemIndicator>
                  <Icon of={Check} />
                </DropdownMenu.ItemIndicator>
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
