import { useTranslation } from 'react-i18next';

/** Links to the parts of a document; beside it where there is room. */
export function Contents({ parts }: { parts: readonly { name: string; title: string }[] }) {
  const { t } = useTranslation('legal');
  return (
    <nav className="prose-toc" aria-label={t('page.contents')}>
      <p className="strong" aria-hidden="true">
        {t('page.contents')}
      </p>
      <ol>
        {parts.map(({ name, title }) => (
          <li key={name}>
            <a href={`#${name}`}>{title}</a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
