import { ErrorState, Skeleton } from '@filemill/ui';
import { errorText } from '@filemill/web-client';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface LoadStateProps<Data> {
  query: UseQueryResult<Data>;
  /** Whether something else is needed first. */
  isWaiting?: boolean;
  /** Size of what comes, as a class. */
  skeleton: string;
  children: (data: Data) => ReactNode;
}

/** The content, a skeleton while it loads, or the error with a retry button. */
export function LoadState<Data>({ query, isWaiting = false, skeleton, children }: LoadStateProps<Data>) {
  const { t } = useTranslation();
  if (query.data !== undefined && !isWaiting) return children(query.data);
  if (!query.error) return <Skeleton className={skeleton} />;
  return (
    <ErrorState
      title={t('loadError.title')}
      text={errorText(t, query.error)}
      retry={t('loadError.retry')}
      onRetry={() => void query.refetch()}
    />
  );
}
