import { Button, Corners, Icon } from '@filemill/ui';
import { errorText } from '@filemill/web-client';
import { CircleAlert, RotateCcw } from 'lucide-react';
import { useTranslation } from 'react-i18next';

/** A part of the page that could not be read, and another try. */
export function LoadError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="empty" role="alert">
      <div className="etile bad">
        <Corners />
        <Icon of={CircleAlert} />
      </div>
      <p className="strong">{t('loadError.title')}</p>
      <p className="muted small">{errorText(t, error)}</p>
      <Button onClick={onRetry}>
        <Icon of={RotateCcw} />
        {t('loadError.retry')}
      </Button>
    </div>
  );
}
