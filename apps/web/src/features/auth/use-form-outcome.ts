import { useToasts } from '@filemill/ui';
import { ApiError, errorText, type StoredUser, startSession } from '@filemill/web-client';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../config/paths.js';
import { useLocalNavigate } from '../../lib/use-language.js';

/** Begins the session with the server's answer, shows a toast, and opens the dashboard. */
export function useEntrance(): (
  answer: { token: string; user: StoredUser },
  title: string,
  text: string,
) => void {
  const { show } = useToasts();
  const navigate = useLocalNavigate();
  return useCallback(
    (answer, title, text) => {
      startSession(answer);
      show('success', title, text);
      navigate(paths.dashboard);
    },
    [navigate, show],
  );
}

/** Codes whose general sentence would mislead on these forms: here the input is wrong. */
const TYPED_WRONG = new Set(['unauthenticated', 'invalid_request', 'not_found']);

/**
 * The last refusal of a form: a note above its fields, and a toast. In English it is the server's own sentence, in other
 * languages the page's.
 *
 * @param title - of the toast, such as `Login Failed`
 * @param fallback - for errors without an explanation from the server
 */
export function useFailure(title: string, fallback: string) {
  const { t, i18n } = useTranslation(['auth', 'errors']);
  const { show } = useToasts();
  const [text, setText] = useState<string>();
  const sentenceOf = (error: unknown): string => {
    if (!(error instanceof ApiError)) return fallback;
    if (i18n.language === 'en' && error.message) return error.message;
    return TYPED_WRONG.has(error.code) ? fallback : errorText(t, error);
  };
  return {
    text,
    clear: () => setText(undefined),
    report: (error: unknown) => {
      const sentence = sentenceOf(error);
      setText(sentence);
      show('danger', title, sentence);
    },
  };
}
