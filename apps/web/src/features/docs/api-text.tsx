import { useTranslation } from 'react-i18next';
import { WithCode } from './with-code.js';

/** The text is its own key: it may contain the key separators. */
const AS_KEY = { keySeparator: false, nsSeparator: false, defaultValue: '' } as const;

/** Fetches what the service's description says in the page's language; what is shown meanwhile is English. */
export const useApiTexts = () => useTranslation('api', { useSuspense: false });

/** A text of the service's description in the page's language; in English where the language has none. */
export function ApiText({ text }: { text: string }) {
  const { t } = useApiTexts();
  const own = t(text, AS_KEY);
  return (
    <span lang={own === '' ? 'en' : undefined}>
      <WithCode text={own || text} />
    </span>
  );
}
