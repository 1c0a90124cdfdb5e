import type { UsageClient, usage } from '@filemill/contracts';
import { isFinal } from '../conversions/conversion-reader.js';

/** Length of the list of newest conversions that comes with the counters. */
const NEWEST = 10;
/** The most that usage lists at once. */
const PAGE_SIZE = 100;
/** More than go on at once and end between two readings, so that none is told of twice. */
const MAX_SEEN = 5_000;
/** Every conversion has ended this long after its upload began: its files are gone by then. */
const MAX_LIFE_MS = 3_600_000;

/** Instants of two processes may differ by this much. */
const CLOCKS_DIFFER_MS = 60_000;

interface SeenRow {
  readonly version: number;
  readonly isFinal: boolean;
  readonly weight: number;
}

/** What a conversion adds to the counter of its period. */
const weightOf = ({ status }: usage.Conversion): number =>
  status === 'failed' || status === 'cancelled' ? 0 : 1;

/** What changed since the last reading. */
export interface OwnerUpdate {
  readonly overview: usage.GetOverviewResponse;
  /** New and changed conversions, oldest first. */
  readonly rows: readonly usage.Conversion[];
}

/** The conversions of an owner as one reader knows them. */
export class OwnerRows {
  private readonly seen = new Map<string, SeenRow>();
  /** Unseen rows from before are old ones; undefined before the first reading. */
  private sinceMs: number | undefined;
  private total = 0;

  /**
   * @param usage - the ledger
   * @param knownAtMs - up to when the reader has heard of everything, Unix ms; undefined for a new reader, to whom ended
   *   ones beyond the newest are no news
   */
  constructor(
    private readonly usage: UsageClient,
    private readonly knownAtMs?: number,
  ) {}

  /** Reads the newest, and many more only where something may have changed among them. @throws {AppError} UNAVAILABLE */
  async read(owner: usage.Owner): Promise<OwnerUpdate> {
    const overview = await this.usage.getOverview({ owner });
    const total = overview.used.total ?? 0;
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
   * Whether nothing beyond the newest ones can be new, or go on. They are in the order in which their uploads began: one
   * that took long stands further behind, and shows in the counter alone.
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

  /** The newest ones, and of the older ones those that go on, or have ended since the reader heard of all. */
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

  /** Those that go on stay known, however many. */
  private forgetOldest(): void {
    for (const [id, row] of this.seen) {
      if (this.seen.size <= MAX_SEEN) return;
      if (row.isFinal) this.seen.delete(id);
    }
  }
}

/** Whether none that is listed behind a row can go on, or have ended after an instant. */
const isOver = (row: usage.Conversion, newest = row, sinceMs = Number.POSITIVE_INFINITY): boolean =>
  row.createdAtMs < Math.min(newest.createdAtMs, sinceMs - CLOCKS_DIFFER_MS) - MAX_LIFE_MS;

const hasEndedSince = ({ finishedAtMs = 0 }: usage.Conversion, sinceMs: number): boolean =>
  finishedAtMs >= sinceMs - CLOCKS_DIFFER_MS;

/** One that came between two pages has moved another from the first on to the second. */
const uniqueOf = (rows: readonly usage.Conversion[]): usage.Conversion[] => [
  ...new Map(rows.map((row) => [row.id, row])).values(),
];
