import { Button, Icon, LogoMark } from '@filemill/ui';
import { PRODUCT_NAME } from '@filemill/web-client';
import { LayoutDashboard, LogOut } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../config/paths.js';
import { LanguagePicker } from './language-picker.js';
import { ThemeButton } from './theme-button.js';

/** The bar on top. */
export function Header({ onLogout }: { onLogout: () => void }) {
  const { t } = useTranslation();
  return (
    <header className="top">
      <div className="page">
        <a className="logo" href={paths.home} aria-label={PRODUCT_NAME}>
          <LogoMark />
          <span>{PRODUCT_NAME}</span>
        </a>
        <nav aria-label={t('header.nav')}>
          <a href={paths.dashboard}>
            <Icon of={LayoutDashboard} />
            <span>{t('header.dashboard')}</span>
          </a>
          <a href="/admin" aria-current="page">
            {t('header.admin')}
          </a>
        </nav>
        <ThemeButton />
        <LanguagePicker />
        <Button look="ghost" className="logout" onClick={onLogout} aria-label={t('header.logout')}>
          <Icon of={LogOut} />
          <span>{t('header.logout')}</span>
        </Button>
      </div>
    </header>
  );
}
