import { useCallback } from 'react';
import { useSearchParams } from './router.js';

/** What to put into the query of the address; null or an empty text removes a name. */
export type AddressChange = Readonly<Record<string, string | number | null>>;

/** The state of the page in its URL, so that a link or a reload shows the same. */
export function useAddress() {
  const [params, setParams] = useSearchParams();
  const change = useCallback(
    (values: AddressChange, { replace = false }: { replace?: boolean } = {}) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          for (const [name, value] of Object.entries(values)) {
            if (value === null || value === '') next.delete(name);
            else next.set(name, String(value));
          }
          return next;
        },
        { replace, preventScrollReset: true },
      ),
    [setParams],
  );
  return { params, change };
}

/** The page number in the URL; 1 if it is missing or invalid. */
export function pageOf(params: URLSearchParams, name: string): number {
  const page = Number(params.get(name));
  return Number.isSafeInteger(page) && page > 0 ? page : 1;
}
