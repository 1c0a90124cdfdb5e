import type { Category } from '@filemill/product';
import { buttonClass, Corners, cx, Icon } from '@filemill/ui';
import { House } from 'lucide-react';

import { useTranslation } from 'react-i18next';
import { paths } from '../../config/paths.js';
import { LocalLink } from '../../lib/local-link.js';

/** The wall of tiles; in the middle the number of the error. */
const WALL: readonly { text: string; category?: Category }[] = [
  { text: 'png', category: 'image' },
  { text: 'mp3', category: 'audio' },
  { text: 'pdf', category: 'document' },
  { text: 'mp4', category: 'video' },
  { text: '404' },
  { text: 'pptx', category: 'presentation' },
  { text: 'webp', category: 'image' },
  { text: 'docx', category: 'document' },
  { text: 'wav', category: 'audio' },
];

/** The page for every unknown address. */
export function NotFound() {
  const { t } = useTranslation();
  return (
    <section className="nf">
      <div className="page">
        <div className="nf__t" aria-hidden="true">
          {WALL.map(({ text, category }) => (
            <span key={text} className={cx(category ? `k-${category}` : 'nf__m')}>
              <Corners />
              {category ? <em>{text}</em> : <b>{text}</b>}
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
