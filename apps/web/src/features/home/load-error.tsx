import { ErrorState } from '@filemill/ui';
import { errorText } from '@filemill/web-client';
import { useTranslation } from 'react-i18next';

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
