import { ToastProvider } from '@filemill/ui';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { i18n } from 'i18next';
import { type ReactNode, useState } from 'react';
import { I18nextProvider, useTranslation } from 'react-i18next';

/** How long a figure may be shown without reading it again, ms. */
const FRESH_MS = 30_000;

const createQueryClient = () =>
  new QueryClient({
    defaultOptions: { queries: { staleTime: FRESH_MS, retry: false }, mutations: { retry: false } },
  });

function LocalisedToasts({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <ToastProvider labels={{ region: t('toasts.region'), dismiss: t('toasts.dismiss') }}>
      {children}
    </ToastProvider>
  );
}

/** Everything that the whole application shares: server state, texts, toasts. */
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
