import type { Category } from '@filemill/product';
import { getJson } from '@filemill/web-client';

/** A row of `GET /api/admin/recent-conversions`. */
export interface AdminConversion {
  readonly id: string;
  /** Null once the file is erased. */
  readonly originalFileName: string | null;
  readonly conversionType: Category;
  readonly originalFormat: string;
  readonly outputFormat: string;
  /** Bytes. */
  readonly originalSize: number;
  readonly createdAt: string;
  /** pending, converting, completed, failed, cancelled. */
  readonly status: string;
  /** Null for guests and deleted users. */
  readonly user: { readonly username: string } | null;
}

/** Conversions of all owners, newest first. @param before - id of a conversion: only older ones */
export const readConversions = (
  limit: number,
  signal: AbortSignal,
  before?: string,
): Promise<readonly AdminConversion[]> => {
  const query = new URLSearchParams({ limit: String(limit), ...(before !== undefined && { before }) });
  return getJson(`/api/admin/recent-conversions?${query}`, signal);
};
