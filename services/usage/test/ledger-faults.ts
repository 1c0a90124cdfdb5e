/** Runs a query as the owner of the database. @returns rows of columns, as text */
interface LedgerReader {
  sql(query: string): Promise<readonly (readonly string[])[]>;
}

/** Counters beside what the ledger says that they must be; files' owners are forgotten with the files. */
const COUNTERS = `
  WITH rows AS (
    SELECT owner_kind || ':' || owner_id AS subject, period, kind, reservation, finished_at
      FROM usage.conversions WHERE owner_kind = 'user' OR erased_at IS NULL
  ), due AS (
    SELECT r.subject, k.period, k.category, count(*) AS used
      FROM rows r
     CROSS JOIN LATERAL (VALUES ('now', 'unfinished', r.finished_at IS NULL),
                                (r.period, 'total', r.reservation <> 'released'),
                                (r.period, r.kind, r.reservation <> 'released')) AS k(period, category, counts)
     WHERE k.counts GROUP BY 1, 2, 3
  ), counted AS (
    SELECT subject, period, category, used FROM usage.counters
     WHERE used > 0 AND (subject LIKE 'user:%' OR subject IN (SELECT subject FROM rows))
  )
  SELECT subject, category, coalesce(d.used, 0), coalesce(c.used, 0)
    FROM due d FULL JOIN counted c USING (subject, period, category)
   WHERE coalesce(d.used, 0) <> coalesce(c.used, 0)`;

const TOTALS = `
  SELECT status, rows, totals
    FROM (SELECT status, count(*) AS rows FROM usage.conversions WHERE finished_at IS NOT NULL GROUP BY 1) r
    FULL JOIN (SELECT outcome AS status, sum(conversions) AS totals FROM usage.daily_totals GROUP BY 1) t USING (status)
   WHERE rows IS DISTINCT FROM totals`;

const USER_DAYS = `
  SELECT rows, days
    FROM (SELECT count(*) AS rows FROM usage.conversions WHERE owner_kind = 'user' AND status = 'completed') r,
         (SELECT coalesce(sum(completed), 0) AS days FROM usage.user_days) d
   WHERE rows <> days`;

const RESERVATIONS = `
  SELECT id, status, reservation FROM usage.conversions
   WHERE (status = 'completed') <> (reservation = 'committed') OR (finished_at IS NULL) <> (reservation = 'reserved')`;

/** Consistency of the ledger: one sentence for each fault; empty if there is none. */
export async function ledgerFaults(ledger: LedgerReader): Promise<string[]> {
  const [open, reservations, counters, totals, days] = await Promise.all([
    ledger.sql('SELECT id, status FROM usage.conversions WHERE finished_at IS NULL'),
    ledger.sql(RESERVATIONS),
    ledger.sql(COUNTERS),
    ledger.sql(TOTALS),
    ledger.sql(USER_DAYS),
  ]);
  return [
    ...open.map(([id, status]) => `${id} has not ended: ${status}`),
    ...reservations.map((row) => `status and reservation of ${row}`),
    ...counters.map(
      ([subject, category, due, used]) => `${category} of ${subject}: ${used} instead of ${due}`,
    ),
    ...totals.map(([status, rows, total]) => `totals of ${status}: ${total} instead of ${rows}`),
    ...days.map(([rows, sum]) => `days of users: ${sum} instead of ${rows}`),
  ];
}
