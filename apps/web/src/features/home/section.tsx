import { ErrorState } from '@filemill/ui';
import { errorText } from '@filemill/web-client';
import { useTranslation } from 'react-i18next';

/** Title of a section of the home page, with one sentence. */
export function SectionHead({ title, text }: { title: string; text?: string }) {
  return (
    <header className="sec__head">
      <h2>{title}</h2>
      {text && <p>{text}</p>}
    </header>
  );
}

/** A part of the page that could not be read, and another try. */
export function LoadError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <ErrorState
      title={t('loadError.title')}
      text={errorText(t, error)}
      retry={t('loadError.retry')}
      onRetry={onRetry}
    />
  );
}
