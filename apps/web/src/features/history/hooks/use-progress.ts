import { skipToken, useQuery } from '@tanstack/react-query';

/** How far a conversion is, 0 to 100, as the account's events tell; undefined while they say nothing. */
export function useProgress(id: string): number | undefined {
  const { data } = useQuery<{ progress: number }>({ queryKey: ['conversions', id], queryFn: skipToken });
  return data?.progress || undefined;
}
