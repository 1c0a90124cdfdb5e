import { buttonClass, LogoMark } from '@filemill/ui';
import { PRODUCT_NAME } from '@filemill/web-client';
import type { TFunction } from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';

/** The page that the browser keeps for pages that it does not have. It runs no program: there might be none to fetch. */
export const offlinePage = (t: TFunction): string =>
  renderToStaticMarkup(
    <>
      <header className="top">
        <div className="page">
          <span className="logo">
            <LogoMark />
            {PRODUCT_NAME}
          </span>
        </div>
      </header>
      <main className="nf nf--bare">
        <div className="page">
          <div>
            <h1>{t('common:offline.title')}</h1>
            <p className="muted">{t('common:offline.text')}</p>
            <div className="nf__a">
              {/* biome-ignore lint/a11y/useValidAnchor: the address at which it stands, once more */}
              <a className={buttonClass({ look: 'accent', size: 'large' })} href="">
                {t('common:loadError.retry')}
              </a>
            </div>
          </div>
        </div>
      </main>
    </>,
  );
