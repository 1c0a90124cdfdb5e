import { buttonClass, ErrorState, Icon } from '@filemill/ui';
import { House } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../config/paths.js';
import { LocalLink } from '../../../lib/local-link.js';

/** Replaces the dashboard while the user cannot be read; reading is retried automatically. */
export function LoadError() {
  const { t } = useTranslation('dashboard');
  return (
    <section className="page dash">
      <div className="card dash__error">
        <ErrorState
          isPage
          title={t('error.title')}
          text={t('error.text')}
          action={
            <LocalLink className={buttonClass({ look: 'accent' })} to={paths.home}>
              <Icon of={House} />
              {t('error.home')}
            </LocalLink>
          }
        />
      </div>
    </section>
  );
}
