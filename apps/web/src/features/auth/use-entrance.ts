import { useToasts } from '@filemill/ui';
import { type StoredUser, startSession } from '@filemill/web-client';
import { useCallback } from 'react';
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
