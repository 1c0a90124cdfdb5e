import type { UserView } from '@filemill/api';
import { Button, Icon } from '@filemill/ui';
import { logout } from '@filemill/web-client';
import {
  CalendarX,
  ChevronDown,
  Download,
  LogOut,
  type LucideIcon,
  RefreshCw,
  RotateCcw,
  Trash2,
  UserRound,
} from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { subscriptionState } from '../model/subscription.js';
import { useExport } from '../use-account-actions.js';
import type { AccountAction } from './account-dialog.js';

interface ItemProps {
  icon: LucideIcon;
  label: string;
  danger?: boolean;
  disabled?: boolean;
  onSelect?: () => void;
}

const Item = ({ icon, label, danger, disabled, onSelect }: ItemProps) => (
  <Radix.Item
    className={danger ? 'acct__item acct__item--danger' : 'acct__item'}
    disabled={disabled}
    onSelect={onSelect}
  >
    <Icon of={icon} />
    {label}
  </Radix.Item>
);

/**
 * Menu of the account actions. It is rendered next to its button, inside the page's landmarks.
 *
 * @param onAction - called with an action that needs a confirmation
 */
export function AccountMenu({
  user,
  onAction,
}: {
  user: UserView;
  onAction: (action: AccountAction) => void;
}) {
  const { t } = useTranslation('account');
  const save = useExport();
  const trigger = useRef<HTMLButtonElement>(null);
  const chosen = useRef<AccountAction>(undefined);
  const { canCancel, canResume } = subscriptionState(user);
  const isPro = user.plan === 'pro';
  const choose = (action: AccountAction) => () => {
    chosen.current = action;
  };
  /** The dialog opens after the menu has closed and its button has the focus, so that the focus returns there. */
  const openChosen = (event: Event) => {
    event.preventDefault();
    trigger.current?.focus();
    if (chosen.current) onAction(chosen.current);
    chosen.current = undefined;
  };
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>
        <Button ref={trigger} aria-busy={save.isPending || undefined}>
          <Icon of={UserRound} />
          {t('menu.open')}
          <Icon of={ChevronDown} />
        </Button>
      </Radix.Trigger>
      <Radix.Content className="acct pop" align="end" sideOffset={6} onCloseAutoFocus={openChosen}>
        {isPro && <Item icon={RefreshCw} label={t('menu.rotateKey')} onSelect={choose('rotateKey')} />}
        {isPro && (
          <Item
            icon={CalendarX}
            label={canCancel ? t('menu.cancel') : t('menu.cancelled')}
            disabled={!canCancel}
            onSelect={choose('cancel')}
          />
        )}
        {canResume && <Item icon={RotateCcw} label={t('menu.resume')} onSelect={choose('resume')} />}
        <Item icon={Download} label={t('menu.export')} onSelect={() => save.mutate()} />
        <Item icon={LogOut} label={t('menu.logout')} onSelect={() => void logout()} />
        <Radix.Separator className="acct__line" />
        <Item icon={Trash2} label={t('menu.delete')} danger onSelect={choose('delete')} />
      </Radix.Content>
    </Radix.Root>
  );
}
