import { LogoMark } from '@filemill/ui';
import { Globe, Monitor, Moon, Sun } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { PRODUCT_NAME } from '../../config/env.js';
import { paths } from '../../config/paths.js';
import { chooseLanguage } from '../../lib/i18n.js';
import { LANGUAGES } from '../../lib/languages.js';
import { Link } from '../../lib/router.js';
import { THEMES, type Theme, useTheme } from '../../lib/theme.js';
import { ChoiceMenu } from './choice-menu.js';
import { Notifications } from './notifications.js';

const THEME_ICONS = { system: Monitor, light: Sun, dark: Moon } satisfies Record<Theme, unknown>;
const SECTIONS = ['features', 'pricing', 'api'] as const;

/** The bar on top of every page. */
export function Header() {
  const { t, i18n } = useTranslation();
  const [theme, setTheme] = useTheme();
  const themes = THEMES.map((id) => ({ id, name: t(`theme.${id}`), icon: THEME_ICONS[id] }));
  const languages = LANGUAGES.map(({ id, name }) => ({ id, name, icon: Globe }));
  return (
    <header className="top">
      <div className="page">
        <Link className="logo" to={paths.home} aria-label={PRODUCT_NAME}>
          <LogoMark />
          {PRODUCT_NAME}
        </Link>
        <nav aria-label={t('nav.main')}>
          {SECTIONS.map((id) => (
            <Link key={id} to={paths[id]}>
              {t(`nav.${id}`)}
            </Link>
          ))}
        </nav>
        <Notifications />
        <ChoiceMenu
          label={t('theme.pick')}
          icon={THEME_ICONS[theme]}
          value={theme}
          choices={themes}
          onChoose={(id) => setTheme(THEMES.find((known) => known === id) ?? 'system')}
        />
        <ChoiceMenu
          label={t('language.pick')}
          icon={Globe}
          text={LANGUAGES.find(({ id }) => id === i18n.language)?.name}
          value={i18n.language}
          choices={languages}
          onChoose={(id) => void chooseLanguage(id)}
        />
      </div>
    </header>
  );
}
