import type { Category } from '@filemill/product';
import { buttonClass, Corners, cx, Icon } from '@filemill/ui';
import { House } from 'lucide-react';

import { useTranslation } from 'react-i18next';
import { paths } from '../../config/paths.js';
import { LocalLink } from '../../lib/local-link.js';

/** The wall of tiles; in the middle the number of the error. */
const WALL: readonly { text: string; kind?: Category }[] = [
  { text: 'png', kind: 'image' },
  { text: 'mp3', kind: 'audio' },
  { text: 'pdf', kind: 'document' },
  { text: 'mp4', kind: 'video' },
  { text: '404' },
  { text: 'pptx', kind: 'presentation' },
  { text: 'webp', kind: 'image' },
  { text: 'docx', kind: 'document' },
  { text: 'wav', kind: 'audio' },
];

/** The page for every unknown address. */
export function NotFound() {
  const { t } = useTranslation();
  return (
    <section className="nf">
      <div className="page">
        <div className="nf__t" aria-hidden="true">
          {WALL.map(({ text, kind }) => (
            <span key={text} className={cx(kind ? `k-${kind}` : 'nf__m')}>
              <Corners />
              {kind ? <em>{text}</em> : <b>{text}</b>}
            </span>
          ))}
        </div>
        <div>
          <h1>{t('notFound.title')}</h1>
          <p className="muted">{t('notFound.text')}</p>
          <div className="nf__a">
            <LocalLink className={buttonClass({ look: 'accent', size: 'large' })} to={paths.home}>
              <Icon of={House} />
              {t('notFound.home')}
            </LocalLink>
          </div>
        </div>
      </div>
    </section>
  );
}
