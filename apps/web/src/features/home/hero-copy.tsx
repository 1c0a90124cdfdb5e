import { CATEGORIES } from '@filemill/product';
import { formatCount, formatShort } from '@filemill/web-client';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { RETENTION_HOURS } from '../../config/retention.js';
import { countFormats, formatsQuery } from '../../lib/api/catalogue.js';
import { statisticsQuery } from '../../lib/api/public-data.js';

/** The slogan, and the known figures; unknown ones are not shown. */
export function HeroCopy() {
  const { t, i18n } = useTranslation(['home', 'common']);
  const formats = useQuery(formatsQuery).data;
  const converted = useQuery(statisticsQuery).data?.totalConversions ?? 0;
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' });
  // Until the formats are loaded, all categories are listed: usually the final text, so that nothing moves.
  const categories = CATEGORIES.filter((category) => !formats || formats[category]).map((category) =>
    t(`common:categoryPlural.${category}`),
  );
  const facts = [
    { id: 'formats', value: formats ? formatCount(countFormats(formats), i18n.language) : '' },
    { id: 'hour', value: t('facts.hourValue', { count: RETENTION_HOURS }) },
    { id: 'converted', value: converted > 0 ? formatShort(converted, i18n.language) : '' },
  ].filter(({ value }) => value !== '');
  return (
    <div className="hero__copy">
      <h1>
        <span>{t('hero.line1')}</span> <span>{t('hero.line2')}</span>
      </h1>
      <p className="lead">{t('hero.lead', { categories: list.format(categories) })}</p>
      <dl className="facts">
        {facts.map(({ id, value }) => (
          <div key={id}>
            <dt>{t(`facts.${id}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
