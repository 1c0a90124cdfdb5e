import { LogoMark } from '@filemill/ui';
import { useTranslation } from 'react-i18next';
import { PRODUCT_NAME } from '../../config/env.js';
import { paths } from '../../config/paths.js';
import { Link } from '../../lib/router.js';
import { LanguagePicker } from './language-picker.js';
import { Notifications } from './notifications.js';
import { SECTIONS } from './sections.js';
import { SmallMenu } from './small-menu.js';
import { ThemeSwitch } from './theme-switch.js';

/** The bar on top of every page. */
export function Header() {
  const { t } = useTranslation();
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
        <ThemeSwitch />
        <LanguagePicker />
        <SmallMenu />
      </div>
    </header>
  );
}
