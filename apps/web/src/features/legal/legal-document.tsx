import '../../styles/prose.css';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../config/paths.js';
import { LocalLink } from '../../lib/local-link.js';
import { markers, RichText } from './rich-text.js';
import { useValues } from './use-values.js';

/** Effective date of the legal texts, UTC. Change it together with them. */
const LEGAL_TEXTS_FROM = '2026-11-21';

/** A legal text; its key in the namespace `legal`. */
export type DocumentId = 'terms' | 'privacy' | 'privacyPolicy' | 'refund' | 'legal';

/** Links to the parts of a document; beside it where there is room. */
function Contents({ parts }: { parts: readonly { name: string; title: string }[] }) {
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

const PAGES = ['terms', 'privacy', 'privacyPolicy', 'refund', 'legal', 'contact'] as const;

/** Links to the other texts. */
function Related({ than }: { than: DocumentId }) {
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

/** A part of a document, as the locale files hold it: a string is a paragraph, a list of strings a list. */
interface Section {
  readonly title: string;
  readonly blocks: readonly (string | readonly string[])[];
}

interface LegalDocumentProps {
  id: DocumentId;
  /** What stands below the heading of a section beside its text, by the section's name. */
  extras?: Readonly<Record<string, ReactNode>>;
}

/** A legal text with its table of contents. */
export function LegalDocument({ id, extras = {} }: LegalDocumentProps) {
  const { t, i18n } = useTranslation('legal');
  const values = useValues();
  const marked = markers(values);
  const sections = t(`documents.${id}.sections`, {
    returnObjects: true,
    ...marked,
  }) as unknown as Readonly<Record<string, Section>>;
  const parts = Object.entries(sections).map(([name, section]) => ({ name, ...section }));
  const date = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'long', timeZone: 'UTC' });
  const rich = (text: string) => <RichText text={text} values={values} loading={t('page.loading')} />;
  return (
    <div className="page prose-page">
      <header className="prose-head">
        <h1>{t(`documents.${id}.title`)}</h1>
        <p className="prose-lead">{rich(t(`documents.${id}.intro`, marked))}</p>
        <p className="small faint">{t('page.updated', { date: date.format(new Date(LEGAL_TEXTS_FROM)) })}</p>
      </header>
      <Contents parts={parts} />
      <article className="prose">
        {parts.map(({ name, title, blocks }) => (
          <section key={name} id={name}>
            <h2>{title}</h2>
            {extras[name]}
            {blocks.map((block) =>
              typeof block === 'string' ? (
                <p key={block}>{rich(block)}</p>
              ) : (
                <ul key={block.join()}>
                  {block.map((item) => (
                    <li key={item}>{rich(item)}</li>
                  ))}
                </ul>
              ),
            )}
          </section>
        ))}
        <Related than={id} />
      </article>
    </div>
  );
}
