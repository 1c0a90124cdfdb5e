import { LogoMark } from '@filemill/ui';
import { PRODUCT_NAME } from '@filemill/web-client';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../config/paths.js';
import { RETENTION_HOURS } from '../../config/retention.js';
import { openCookieSettings } from '../../lib/cookie-settings.js';
import { LocalLink } from '../../lib/local-link.js';
import { ThemeSwitch } from './theme-switch.js';

const PRODUCT = ['features', 'subscribe', 'dashboard'] as const;
const HELP = ['docs', 'faq', 'contact'] as const;
const LEGAL = ['terms', 'privacy', 'refund', 'legal'] as const;

interface ColumnProps {
  title: string;
  ids: readonly (typeof PRODUCT | typeof HELP | typeof LEGAL)[number][];
  children?: ReactNode;
}

function Column({ title, ids, children }: ColumnProps) {
  const { t } = useTranslation();
  return (
    <div>
      <h2>{title}</h2>
      <ul>
        {ids.map((id) => (
          <li key={id}>
            <LocalLink to={paths[id]}>{t(`nav.${id}`)}</LocalLink>
          </li>
        ))}
        {children}
      </ul>
    </div>
  );
}

/** The foot of every page. */
export function Footer() {
  const { t } = useTranslation();
  return (
    <footer className="foot">
      <div className="page">
        <div className="foot__claim">
          <LocalLink className="logo" to={paths.home} aria-label={PRODUCT_NAME}>
            <LogoMark />
            {PRODUCT_NAME}
          </LocalLink>
          <p>{t('footer.claim', { count: RETENTION_HOURS })}</p>
          <ThemeSwitch />
        </div>
        <Column title={t('footer.product')} ids={PRODUCT} />
        <Column title={t('footer.developers')} ids={HELP} />
        <Column title={t('footer.legal')} ids={LEGAL}>
          <li>
            <button type="button" className="foot__button" onClick={openCookieSettings}>
              {t('footer.cookies')}
            </button>
          </li>
        </Column>
      </div>
    </footer>
  );
}
