import { ErrorState } from '@filemill/ui';
import { errorText } from '@filemill/web-client';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** The part of a query that decides what is shown. */
interface ReadState<T> {
  readonly data: T | undefined;
  readonly isError: boolean;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

interface QueryViewProps<T> {
  query: ReadState<T>;
  /** What could not be read: `Failed to fetch users`. */
  failed: string;
  /** In the geometry of what is to come. */
  skeleton: ReactNode;
  children: (data: T) => ReactNode;
}

/** What was read, its skeleton before, or what went wrong. What was read once stays while a later try fails. */
export function QueryView<T>({ query, failed, skeleton, children }: QueryViewProps<T>) {
  const { t } = useTranslation();
  if (query.data !== undefined) return children(query.data);
  if (!query.isError) return skeleton;
  return (
    <ErrorState
      title={failed}
      text={errorText(t, query.error)}
      retry={t('retry')}
      onRetry={() => void query.refetch()}
    />
  );
}
