import { LANGUAGES } from '@filemill/product';
import { Button, Icon, IconButton, LanguageSelect, LogoMark } from '@filemill/ui';
import { PRODUCT_NAME, THEMES, type Theme, useTheme } from '@filemill/web-client';
import { LayoutDashboard, LogOut, Monitor, Moon, Sun } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../config/paths.js';
import { storeAdminLanguage } from '../../lib/language.js';

/** Shows the application in another language and remembers the choice. */
function LanguagePicker() {
  const { t, i18n } = useTranslation();
  return (
    <LanguageSelect
      label={t('header.language')}
      languages={LANGUAGES}
      value={i18n.language}
      onChange={(id) => {
        storeAdminLanguage(id);
        void i18n.changeLanguage(id);
      }}
    />
  );
}

const ICONS = { system: Monitor, light: Sun, dark: Moon } satisfies Record<Theme, unknown>;

/** One button for the theme: system, light, dark, and around again. */
function ThemeButton() {
  const { t } = useTranslation();
  const [theme, choose] = useTheme();
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system';
  return (
    <IconButton label={t(`header.theme.${theme}`)} onClick={() => choose(next)}>
      <Icon of={ICONS[theme]} />
    </IconButton>
  );
}

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
