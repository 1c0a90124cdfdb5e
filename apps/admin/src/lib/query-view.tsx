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
  /** The text of a failure: `Failed to fetch users`. */
  failed: string;
  /** In the size of the final content. */
  skeleton: ReactNode;
  children: (data: T) => ReactNode;
}

/** Shows the data, a skeleton before, or the error. Data stays while a later read fails. */
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
