import { ApiError, errorText } from '@filemill/web-client';
import { useTranslation } from 'react-i18next';

/** The sentence for a refusal: the server's own in English, the page's in other languages. */
export function useRefusal(): (error: unknown) => string {
  const { t, i18n } = useTranslation(['account', 'errors']);
  return (error) =>
    error instanceof ApiError && i18n.language === 'en' && error.message
      ? error.message
      : errorText(t, error);
}
