import { isDemo } from '../api/conversion.js';
import type { Item, ItemStatus, Options } from './item.js';

/** The part of a listed file that survives a reload. */
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

/** Only for this tab: every tab has its own list. */
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

/** Stores the list, without the files themselves: a page must not keep uploaded files after it is closed. */
export function remember(items: readonly Item[]): void {
  try {
    const kept = items
      .filter(({ status, conversionId }) => status !== 'refused' && !isDemo(conversionId))
      .map(toRemembered);
    if (kept.length === 0) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Storage is blocked or full: a reload then starts with an empty list.
  }
}

/** The list stored before the page was loaded. */
export function recall(): readonly Remembered[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? (kept as Remembered[]) : [];
  } catch {
    return [];
  }
}

/** A stored file after a reload: if the server has it, it is followed again; otherwise it is lost. */
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

/** Whether there is a list to continue with. */
export const hasRemembered = (): boolean => recall().length > 0;
