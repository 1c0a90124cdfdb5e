import { Card, Icon } from '@filemill/ui';
import { BookText, ChevronRight, History, type LucideIcon, Receipt } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../config/paths.js';
import { LocalLink } from '../../../lib/local-link.js';

const Action = ({ to, icon, label }: { to: string; icon: LucideIcon; label: string }) => (
  <li>
    <LocalLink to={to}>
      <Icon of={icon} />
      {label}
      <Icon of={ChevronRight} />
    </LocalLink>
  </li>
);

/** Where people go from here. @param children - more of the list */
export function QuickActions({ isPro, children }: { isPro: boolean; children: ReactNode }) {
  const { t } = useTranslation('dashboard');
  return (
    <Card flush title={t('quick.title')}>
      <ul className="quick">
        <Action to={paths.docs} icon={BookText} label={t('quick.docs')} />
        <Action to={paths.history} icon={History} label={t('quick.history')} />
        {!isPro && <Action to={paths.subscribe} icon={Receipt} label={t('quick.upgrade')} />}
        {children}
      </ul>
    </Card>
  );
}
