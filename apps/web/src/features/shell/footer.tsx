import { Icon, LogoMark } from '@filemill/ui';
import { PRODUCT_NAME, THEMES, type Theme, useTheme } from '@filemill/web-client';
import { Monitor, Moon, Sun } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../config/paths.js';
import { RETENTION_HOURS } from '../../config/retention.js';
import { openCookieSettings } from '../../lib/consent.js';
import { LocalLink } from '../../lib/local-link.js';

const ICONS = { system: Monitor, light: Sun, dark: Moon } satisfies Record<Theme, unknown>;

/** System, light or dark: three radio buttons drawn as icons. */
function ThemeSwitch() {
  const { t } = useTranslation();
  const [theme, choose] = useTheme();
  return (
    <fieldset className="themes">
      <legend className="vh">{t('theme.pick')}</legend>
      {THEMES.map((id) => (
        <label key={id} title={t(`theme.${id}`)}>
          <input
            type="radio"
            name="theme"
            className="vh"
            checked={theme === id}
            onChange={() => choose(id)}
          />
          <Icon of={ICONS[id]} />
          <span className="vh">{t(`theme.${id}`)}</span>
        </label>
      ))}
    </fieldset>
  );
}

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
