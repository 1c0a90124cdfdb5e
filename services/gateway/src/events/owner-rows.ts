import type { usage } from '@filemill/contracts';
import type { UsageClient } from '../clients/clients.module.js';
import { isFinal } from '../conversions/conversion-reader.js';

/** Length of the list of newest conversions that comes with the counters. */
const NEWEST = 10;
/** As many as can go on at once on any plan by default. */
const MANY = 100;
/** More than one reading can bring, so that none is told of twice. */
const MAX_SEEN = 500;

/** What changed since the last reading. */
export interface OwnerNews {
  readonly overview: usage.GetOverviewResponse;
  /** New and changed conversions, oldest first. */
  readonly rows: readonly usage.Conversion[];
}

/** The conversions of an owner as one reader knows them. */
export class OwnerRows {
  private readonly seen = new Map<string, { version: number; isFinal: boolean }>();
  /** The oldest of the first reading: what is older is no news. */
  private sinceMs: number | undefined;

  constructor(private readonly usage: UsageClient) {}

  /** Reads the newest, and many more only where something may have changed among them. @throws {AppError} UNAVAILABLE */
  async read(owner: usage.Owner): Promise<OwnerNews> {
    const overview = await this.usage.getOverview({ owner });
    const rows = this.isWhole(overview.recent) ? overview.recent : await this.many(owner);
    this.sinceMs ??= rows.at(-1)?.createdAtMs ?? 0;
    const news = rows.filter((row) => this.isNews(row)).toReversed();
    for (const row of news) this.remember(row);
    return { overview, rows: news };
  }

  /** Whether nothing beyond these can be new, or go on. */
  private isWhole(rows: readonly usage.Conversion[]): boolean {
    const oldest = rows[NEWEST - 1];
    if (!oldest) return true;
    if (!isFinal(oldest)) return false;
    if (this.sinceMs === undefined) return true;
    const isGap = !this.seen.has(oldest.id) && oldest.createdAtMs >= this.sinceMs;
    const listed = new Set(rows.map(({ id }) => id));
    return !isGap && ![...this.seen].some(([id, row]) => !row.isFinal && !listed.has(id));
  }

  private async many(owner: usage.Owner): Promise<usage.Conversion[]> {
    const { conversions } = await this.usage.listConversions({ owner, page: 1, pageSize: MANY });
    return conversions;
  }

  private isNews({ id, version, createdAtMs }: usage.Conversion): boolean {
    const seen = this.seen.get(id);
    return seen ? version > seen.version : createdAtMs >= (this.sinceMs ?? 0);
  }

  private remember(row: usage.Conversion): void {
    this.seen.delete(row.id);
    this.seen.set(row.id, { version: row.version, isFinal: isFinal(row) });
    if (this.seen.size > MAX_SEEN) this.seen.delete(this.seen.keys().next().value ?? '');
  }
}
