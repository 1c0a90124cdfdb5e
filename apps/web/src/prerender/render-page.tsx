import { Writable } from 'node:stream';
import { buttonClass, LogoMark } from '@filemill/ui';
import { PRODUCT_NAME } from '@filemill/web-client';
import type { i18n, TFunction } from 'i18next';
import { StrictMode } from 'react';
import { renderToPipeableStream, renderToStaticMarkup } from 'react-dom/server';
import { Providers } from '../app/providers.js';
import { AppRoutes } from '../app/router.js';
import { StaticRouter } from '../lib/router.js';

/** What Radix sets for keys and animations; the page's policy ignores it in markup, and nothing is lost. */
const HARMLESS_STYLES = / style="(?:outline:none|animation-duration:0s)"/g;

/** Everything in its place and in one piece: a part that came later would come by an inline script. */
function render(path: string, texts: i18n): Promise<string> {
  return new Promise((resolve, reject) => {
    const pieces: string[] = [];
    const sink = new Writable({
      write(piece: Buffer, _encoding, done) {
        pieces.push(piece.toString());
        done();
      },
      final(done) {
        resolve(pieces.join(''));
        done();
      },
    });
    const stream = renderToPipeableStream(
      <StrictMode>
        <Providers i18n={texts}>
          <StaticRouter location={path}>
            <AppRoutes />
          </StaticRouter>
        </Providers>
      </StrictMode>,
      {
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onAllReady: () => stream.pipe(sink),
        onError: reject,
      },
    );
  });
}

/**
 * The markup of an address, as the browser will wake it up.
 *
 * @throws {Error} of a component that needs a browser; for what the page's policy would break
 */
export async function renderPage(path: string, texts: i18n): Promise<string> {
  const html = (await render(path, texts)).replaceAll(HARMLESS_STYLES, '');
  const forbidden = /<script[^>]{0,80}| style="[^"]{0,80}/.exec(html);
  if (forbidden) throw new Error(`${path}: the page's policy forbids ${forbidden[0]} (see useCssVariable)`);
  return html;
}

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
