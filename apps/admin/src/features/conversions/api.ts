import type { RecentConversions } from '@filemill/api';
import { getJson } from '@filemill/web-client';

/** Conversions of all owners, newest first. @param before - id of a conversion: only older ones */
export const readConversions = (
  limit: number,
  signal: AbortSignal,
  before?: string,
): Promise<RecentConversions> => {
  const query = new URLSearchParams({ limit: String(limit), ...(before !== undefined && { before }) });
  return getJson(`/api/admin/recent-conversions?${query}`, signal);
};
