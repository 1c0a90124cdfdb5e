import { useTranslation } from 'react-i18next';
import { paths } from '../../config/paths.js';
import { LocalLink } from '../../lib/local-link.js';
import type { DocumentId } from './document-id.js';

const PAGES = ['terms', 'privacy', 'privacyPolicy', 'refund', 'legal', 'contact'] as const;

/** Links to the other texts. */
export function Related({ than }: { than: DocumentId }) {
  const { t } = useTranslation('legal');
  return (
    <nav className="prose-related" aria-label={t('related.title')}>
      <h2>{t('related.title')}</h2>
      <ul>
        {PAGES.filter((id) => id !== than).map((id) => (
          <li key={id}>
            <LocalLink className="link" to={paths[id]}>
              {t(`related.${id}`)}
            </LocalLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
