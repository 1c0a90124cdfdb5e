import type { UsageClient, usage } from '@filemill/contracts';
import { isFinal } from '../conversions/conversion-reader.js';

/** Length of the list of newest conversions that is returned with the counters. */
const NEWEST = 10;
/** Page size of usage. */
const PAGE_SIZE = 100;
/** More than can run at once and end between two reads, so that none is sent twice. */
const MAX_SEEN = 5_000;
/** Every conversion has ended this long after its upload began: its files are erased by then. */
const MAX_LIFE_MS = 3_600_000;

/** Maximum difference between the clocks of two processes. */
const CLOCKS_DIFFER_MS = 60_000;

interface SeenRow {
  readonly version: number;
  readonly isFinal: boolean;
  readonly weight: number;
}

/** The value that a conversion adds to the counter of its period. */
const weightOf = ({ status }: usage.Conversion): number =>
  status === 'failed' || status === 'cancelled' ? 0 : 1;

/** Changes since the last read. */
export interface OwnerUpdate {
  readonly overview: usage.GetOverviewResponse;
  /** New and changed conversions, oldest first. */
  readonly rows: readonly usage.Conversion[];
}

/** The conversions of an owner that one reader knows. */
export class OwnerRows {
  private readonly seen = new Map<string, SeenRow>();
  /** Unknown rows before this time are old ones; undefined before the first read. */
  private sinceMs: number | undefined;
  private total = 0;

  /**
   * @param usage - the ledger
   * @param knownAtMs - up to when the reader knows everything, Unix ms; undefined for a new reader, who is not sent ended
   *   ones beyond the newest
   */
  constructor(
    private readonly usage: UsageClient,
    private readonly knownAtMs?: number,
  ) {}

  /** Reads the newest, and more only if some of them may have changed. @throws {AppError} UNAVAILABLE */
  async read(owner: usage.Owner): Promise<OwnerUpdate> {
    const overview = await this.usage.getOverview({ owner });
    const total = overview.usedTotal;
    // A guest converts one file at a time, and has no list.
    const isWhole = owner.kind === 'guest' || this.isWhole(overview.recent, total);
    const rows = isWhole ? overview.recent : await this.many(owner);
    const news = rows.filter((row) => this.isUpdate(row)).toReversed();
    this.total = total;
    this.sinceMs ??= Math.max(0, ...rows.map(({ createdAtMs }) => createdAtMs)) - CLOCKS_DIFFER_MS;
    for (const row of news) this.remember(row);
    this.forgetOldest();
    return { overview, rows: news };
  }

  /**
   * Whether only the newest ones can be new or unfinished. They are ordered by the start of their upload: one
   * with a long upload is further down, and only the counter shows it.
   */
  private isWhole(rows: readonly usage.Conversion[], total: number): boolean {
    const oldest = rows[NEWEST - 1];
    if (!oldest) return true;
    if (!isFinal(oldest)) return false;
    if (this.sinceMs === undefined) return this.knownAtMs === undefined;
    const news = rows.filter((row) => this.isUpdate(row));
    const explained = news.reduce(
      (sum, row) => sum + weightOf(row) - (this.seen.get(row.id)?.weight ?? 0),
      0,
    );
    const listed = new Set(rows.map(({ id }) => id));
    const isMissing = [...this.seen].some(([id, row]) => !row.isFinal && !listed.has(id));
    return news.length < NEWEST && !isMissing && total - this.total === explained;
  }

  /** The newest ones, and older ones that are unfinished, or ended after the time that the reader knows. */
  private async many(owner: usage.Owner): Promise<usage.Conversion[]> {
    const rows: usage.Conversion[] = [];
    const missing = new Set([...this.seen].filter(([, row]) => !row.isFinal).map(([id]) => id));
    const knownAtMs = this.sinceMs === undefined ? this.knownAtMs : undefined;
    let newest: usage.Conversion | undefined;
    for (let page = 1; ; page++) {
      const { conversions } = await this.usage.listConversions({ owner, page, pageSize: PAGE_SIZE });
      newest ??= conversions[0];
      for (const [place, row] of conversions.entries()) {
        missing.delete(row.id);
        const isNewest = page === 1 && (knownAtMs === undefined || place < NEWEST);
        const isUnheard = knownAtMs !== undefined && hasEndedSince(row, knownAtMs);
        if (isNewest || isUnheard || !isFinal(row) || this.seen.has(row.id)) rows.push(row);
      }
      const last = conversions[PAGE_SIZE - 1];
      if (!last || isOver(last, newest, knownAtMs)) return uniqueOf(rows);
      const goesOn = conversions.some((row) => !isFinal(row));
      if (this.sinceMs !== undefined && missing.size === 0 && !goesOn) return uniqueOf(rows);
    }
  }

  private isUpdate({ id, version, createdAtMs }: usage.Conversion): boolean {
    const seen = this.seen.get(id);
    return seen ? version > seen.version : createdAtMs >= (this.sinceMs ?? 0);
  }

  private remember(row: usage.Conversion): void {
    this.seen.delete(row.id);
    this.seen.set(row.id, { version: row.version, isFinal: isFinal(row), weight: weightOf(row) });
  }

  /** All unfinished ones stay known. */
  private forgetOldest(): void {
    for (const [id, row] of this.seen) {
      if (this.seen.size <= MAX_SEEN) return;
      if (row.isFinal) this.seen.delete(id);
    }
  }
}

/** Whether no later row can be unfinished, or have ended after a time. */
const isOver = (row: usage.Conversion, newest = row, sinceMs = Number.POSITIVE_INFINITY): boolean =>
  row.createdAtMs < Math.min(newest.createdAtMs, sinceMs - CLOCKS_DIFFER_MS) - MAX_LIFE_MS;

const hasEndedSince = ({ finishedAtMs = 0 }: usage.Conversion, sinceMs: number): boolean =>
  finishedAtMs >= sinceMs - CLOCKS_DIFFER_MS;

/** A new one between two page reads has moved another from the first page to the second. */
const uniqueOf = (rows: readonly usage.Conversion[]): usage.Conversion[] => [
  ...new Map(rows.map((row) => [row.id, row])).values(),
];
