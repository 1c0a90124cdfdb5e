import { ToastProvider } from '@filemill/ui';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { i18n } from 'i18next';
import { type ReactNode, useState } from 'react';
import { I18nextProvider, useTranslation } from 'react-i18next';

/** Data is not read again unless a page configures it. */
const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: { staleTime: Number.POSITIVE_INFINITY, retry: false, refetchOnWindowFocus: false },
      mutations: { retry: false },
    },
  });

function LocalisedToasts({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const labels = { region: t('notifications.title'), dismiss: t('notifications.dismiss') };
  return <ToastProvider labels={labels}>{children}</ToastProvider>;
}

/** Everything that all pages share: server state, texts, toasts. */
export function Providers({ i18n: texts, children }: { i18n: i18n; children: ReactNode }) {
  const [queryClient] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <I18nextProvider i18n={texts}>
        <LocalisedToasts>{children}</LocalisedToasts>
      </I18nextProvider>
    </QueryClientProvider>
  );
}
