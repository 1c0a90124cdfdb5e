import { ToastProvider } from '@filemill/ui';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { I18nextProvider, useTranslation } from 'react-i18next';
import { i18n } from '../lib/i18n.js';

/** What is read stays as it is until a page says otherwise. */
const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: Number.POSITIVE_INFINITY, retry: false, refetchOnWindowFocus: false },
  },
});

function LocalisedToasts({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const labels = { region: t('notifications.title'), dismiss: t('notifications.dismiss') };
  return <ToastProvider labels={labels}>{children}</ToastProvider>;
}

/** Everything that all pages share: server state, texts, toasts. */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      <I18nextProvider i18n={i18n}>
        <LocalisedToasts>{children}</LocalisedToasts>
      </I18nextProvider>
    </QueryClientProvider>
  );
}
