import { useTranslation } from 'react-i18next';
import { paths } from '../../config/paths.js';
import { LocalLink } from '../../lib/local-link.js';

const LINKS = {
  home: paths.home,
  dashboard: paths.dashboard,
  docs: paths.docs,
  pricing: '/pricing',
  login: '/login',
  register: '/register',
} as const;

/** The links of the documentation, which people reach from elsewhere. */
export function DocsNav() {
  const { t } = useTranslation('docs');
  return (
    <nav className="docs-nav" aria-label={t('nav.label')}>
      <ul className="page">
        {(Object.keys(LINKS) as (keyof typeof LINKS)[]).map((id) => (
          <li key={id}>
            <LocalLink to={LINKS[id]} aria-current={id === 'docs' ? 'page' : undefined}>
              {t(`nav.${id}`)}
            </LocalLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
