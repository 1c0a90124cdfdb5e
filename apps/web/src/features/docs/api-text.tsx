import { createElement, Fragment } from 'react';
import { useTranslation } from 'react-i18next';

/** A sentence of the service's description, and the id of its translations: where it stands in the description. */
export interface DescribedText {
  /** Operation or named schema, and the way from there: `convert.202`, `Conversion.losses[].code`. */
  readonly id: string;
  /** In English. */
  readonly text: string;
}

/**
 * Keys of the translation of a sentence, the first that exists counts. Where most places with one last name have the same
 * sentence, it is translated once, by that name: `progress`.
 */
export const keysOfText = (id: string): string[] => [id, id.slice(id.lastIndexOf('.') + 1)];

/** An id contains dots itself. */
const AS_KEY = { keySeparator: false, nsSeparator: false, defaultValue: '' } as const;

/** Fetches what the service's description says in the page's language. */
export const useApiTexts = () => useTranslation('api', { useSuspense: false });

/** A text; what stands between backticks is code. */
function WithCode({ text }: { text: string }) {
  const parts = text
    .split('`')
    .map((part, index) => (index % 2 === 0 ? part : createElement('code', { className: 'mono' }, part)));
  // As arguments, not as a list: their order never changes, so they need no keys.
  return createElement(Fragment, null, ...parts);
}

/** A text of the service's description in the page's language; in English where the language has none. */
export function ApiText({ id, text, className }: DescribedText & { className?: string }) {
  const { t } = useApiTexts();
  const own = t(keysOfText(id), AS_KEY);
  return (
    <span lang={own === '' ? 'en' : undefined} className={className}>
      <WithCode text={own || text} />
    </span>
  );
}
