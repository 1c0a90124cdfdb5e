import { skipToken, useQuery } from '@tanstack/react-query';

/** Progress of a conversion, 0 to 100, from the account's events; undefined before the first one. */
export function useProgress(id: string): number | undefined {
  const { data } = useQuery<{ progress: number }>({ queryKey: ['conversions', id], queryFn: skipToken });
  return data?.progress || undefined;
}
