import { LogoMark } from '@filemill/ui';
import { PRODUCT_NAME } from '@filemill/web-client';
import { useTranslation } from 'react-i18next';
import { paths } from '../../config/paths.js';
import { RETENTION_HOURS } from '../../config/retention.js';
import { LocalLink } from '../../lib/local-link.js';

const PRODUCT = ['features', 'formats', 'pricing'] as const;
const DEVELOPERS = ['api', 'faq'] as const;

/** The foot of every page: only links that lead somewhere. */
export function Footer() {
  const { t } = useTranslation();
  const column = (title: string, ids: readonly (keyof typeof paths & string)[]) => (
    <div>
      <h2>{title}</h2>
      <ul>
        {ids.map((id) => (
          <li key={id}>
            <LocalLink to={paths[id]}>{t(`nav.${id}`)}</LocalLink>
          </li>
        ))}
      </ul>
    </div>
  );
  return (
    <footer className="foot">
      <div className="page">
        <div className="foot__claim">
          <LocalLink className="logo" to={paths.home} aria-label={PRODUCT_NAME}>
            <LogoMark />
            {PRODUCT_NAME}
          </LocalLink>
          <p>{t('footer.claim', { count: RETENTION_HOURS })}</p>
        </div>
        {column(t('footer.product'), PRODUCT)}
        {column(t('footer.developers'), DEVELOPERS)}
      </div>
    </footer>
  );
}
