import { LANGUAGES } from '@filemill/product';
import { LanguageSelect, LogoMark } from '@filemill/ui';
import { PRODUCT_NAME } from '@filemill/web-client';
import { useTranslation } from 'react-i18next';
import { paths } from '../../config/paths.js';
import { LocalLink } from '../../lib/local-link.js';
import { useChooseLanguage, useLanguage } from '../../lib/use-language.js';
import { AccountLinks } from './account-links.js';
import { Notifications } from './notifications.js';
import { SmallMenu } from './small-menu.js';
import { useNavLinks } from './use-nav-links.js';

/** Shows the same page in another language. */
function LanguagePicker() {
  const { t } = useTranslation();
  return (
    <LanguageSelect
      label={t('language.pick')}
      languages={LANGUAGES}
      value={useLanguage()}
      onChange={useChooseLanguage()}
    />
  );
}

/** The bar on top of every page. */
export function Header() {
  const { t } = useTranslation();
  const { links } = useNavLinks();
  return (
    <header className="top">
      <div className="page">
        <LocalLink className="logo" to={paths.home} aria-label={PRODUCT_NAME}>
          <LogoMark />
          {PRODUCT_NAME}
        </LocalLink>
        <nav aria-label={t('nav.main')}>
          {links.map((id) => (
            <LocalLink key={id} to={paths[id]}>
              {t(`nav.${id}`)}
            </LocalLink>
          ))}
        </nav>
        <Notifications />
        <LanguagePicker />
        <AccountLinks place="header" />
        <SmallMenu />
      </div>
    </header>
  );
}
