/**
 * `node load-tests/bench/history.ts [rows]`: fills a separate Postgres with 10 million ledger rows, 100,000 of them for one
 * user, and prints how long that user's first page, a page in the middle and the last page take over gRPC, including the
 * total count.
 */
import { percentile, seconds } from '../shared/measure.ts';
import { type Sql, startUsage } from './usage-stack.ts';

const ROWS = Number(process.argv[2] ?? 10_000_000);
const BUSY_ROWS = Math.min(100_000, ROWS / 10);
/** Rows of each other user. */
const ROWS_EACH = 250;
const RUNS = 200;
const PAGE_SIZE = 20;
const BUSY = '019be5b2-7c00-7000-8000-000000000001';
const DAYS = 365;

/** Rows of a year in order of creation, neighbouring rows always of different users; their files are erased. */
const FILL = `
  INSERT INTO conversions (
    id, owner_kind, owner_id, owner_address, plan, kind, lane, input_format, output_format, options, status,
    version, reservation, charged_subjects, period, attempt, tries, priority, request_id, key_prefix, input_key,
    output_extension, original_file_name, original_size_bytes, converted_size_bytes, processing_ms,
    started_at, created_at, updated_at, finished_at, deadline_at, expires_at, erase_at, erased_at)
  SELECT (lpad(to_hex(ms), 12, '0') || '7' || lpad(to_hex(n % 4096), 3, '0') || '8' || lpad(to_hex(n), 15, '0'))::uuid,
         'user', CASE WHEN n % $3 = 0 THEN $4 ELSE overlay($4 placing lpad(to_hex(n % $5 + 1), 8, '0') from 29) END,
         '', 'pro', 'image', 'image', 'png', 'webp', '{"quality":80}', 'completed',
         4, 'committed', '{}', to_char(at, 'YYYY-MM'), 1, 1, n % 1000000, 'a8098c1a-f86e-11da-bd1a-00112444be1e',
         to_char(at, 'YYYY-MM-DD"T"HH24:MI') || '/019be5b2-7c00-7000-8000-000000000000/',
         to_char(at, 'YYYY-MM-DD"T"HH24:MI') || '/019be5b2-7c00-7000-8000-000000000000/input',
         'webp', '', 1000000 + n % 1000, 500000, 120, at, at, at, at, at, at, at, at
    FROM (SELECT n, ms, to_timestamp(ms / 1000.0) AS at
            FROM (SELECT n, ($6::bigint + n * ($7::bigint / $8::bigint))::bigint AS ms
                    FROM generate_series($1::bigint, $2::bigint) AS n) AS numbered) AS timed`;

async function fill(sql: Sql): Promise<void> {
  const spanMs = DAYS * 24 * 3_600_000;
  const users = Math.ceil(ROWS / ROWS_EACH);
  const batch = 500_000;
  const beginMs = Date.now() - spanMs;
  // Indexes that are built at the end cost less than ones that grow; the tables are thrown away afterwards.
  await sql.query('DROP INDEX conversions_by_owner');
  await sql.query('ALTER TABLE conversions SET UNLOGGED');
  for (let from = 1; from <= ROWS; from += batch) {
    const to = Math.min(ROWS, from + batch - 1);
    await sql.query(FILL, [from, to, ROWS / BUSY_ROWS, BUSY, users, beginMs, spanMs, ROWS]);
  }
  await sql.query('CREATE INDEX conversions_by_owner ON conversions (owner_kind, owner_id, id)');
  await sql.query(
    `INSERT INTO user_histories (user_id, conversions)
     SELECT owner_id::uuid, count(*) FROM conversions GROUP BY owner_id`,
  );
  // As the server does by itself after every hundredth part of the rows.
  await sql.query('VACUUM ANALYZE conversions');
}

const stack = await startUsage();
try {
  console.log(`${ROWS} rows written within ${(await seconds(() => fill(stack.sql))).toFixed(0)} s`);
  const owner = { kind: 'user', id: BUSY, address: '', plan: 'pro' } as const;
  const pages = BUSY_ROWS / PAGE_SIZE;
  const ask = async (page: number): Promise<void> => {
    const answer = await stack.client.listConversions({ owner, page, pageSize: PAGE_SIZE });
    if (answer.totalCount !== BUSY_ROWS || answer.conversions.length !== PAGE_SIZE)
      throw new Error(`page ${page}: ${answer.conversions.length} of ${answer.totalCount}`);
  };
  const asked = { 'page 1': 1, 'a page in the middle': pages / 2, 'the last page': pages };
  for (const [name, page] of Object.entries(asked)) {
    const all: number[] = [];
    for (let run = 0; run < RUNS; run++) all.push(await seconds(() => ask(page)));
    const ms = (fraction: number): string => (percentile(all, fraction) * 1_000).toFixed(1);
    console.log(`${name}: p50 ${ms(0.5)} ms, p95 ${ms(0.95)} ms   (goal p95 < 50 ms)`);
  }
} finally {
  await stack.stop();
}
