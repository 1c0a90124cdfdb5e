import { isDemo } from '../api/demo-id.js';
import type { Item, ItemStatus, Options } from './item.js';

/** What of a listed file outlives a reload. */
export interface Remembered {
  readonly id: string;
  readonly name: string;
  readonly sizeBytes: number;
  readonly status: ItemStatus;
  readonly format?: string;
  readonly target?: string;
  readonly options: Options;
  readonly conversionId?: string;
  readonly owner?: string;
}

/** Of the tab alone: another tab has a list of its own. */
const KEY = 'filemill-queue';

const toRemembered = (item: Item): Remembered => ({
  id: item.id,
  name: item.name,
  sizeBytes: item.sizeBytes,
  status: item.status,
  format: item.input?.format,
  target: item.target,
  options: item.options,
  conversionId: item.conversionId,
  owner: item.owner,
});

/** Writes the list down; files themselves are not kept, since a page may not hold uploaded files longer than it lives. */
export function remember(items: readonly Item[]): void {
  try {
    const kept = items
      .filter(({ status, conversionId }) => status !== 'refused' && !isDemo(conversionId))
      .map(toRemembered);
    if (kept.length === 0) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Storage is blocked or full: then a reload begins anew.
  }
}

/** What was written down before the page was loaded. */
export function recall(): readonly Remembered[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? (kept as Remembered[]) : [];
  } catch {
    return [];
  }
}

/** A remembered file as it stands after a reload: what the server has is asked for, the rest is lost. */
export function revived(kept: Remembered): Item {
  const { id, name, sizeBytes, target, options, conversionId, owner } = kept;
  const isSent = conversionId !== undefined && kept.status !== 'error' && kept.status !== 'cancelled';
  return {
    id,
    name,
    sizeBytes,
    target,
    options,
    owner,
    status: isSent ? 'detecting' : 'lost',
    ...(isSent && { conversionId }),
    sentBytes: 0,
    stageStartedAt: 0,
  };
}

/** Whether there is a list to go on with. */
export const hasRemembered = (): boolean => recall().length > 0;
