import { type Person, sql } from './api.js';

/** One conversion of this many has failed. */
const FAILED_EVERY = 9;

/**
 * Inserts a history of a user: finished conversions, two hours old and older, whose files are erased.
 *
 * @param count - rows of the history; the newest first
 */
export const insertHistory = ({ id }: Person, count: number): Promise<void> =>
  sql(`
    INSERT INTO usage.conversions (id, owner_kind, owner_id, owner_address, plan, kind, lane, input_format,
      output_format, options, status, reservation, charged_subjects, period, priority, request_id, key_prefix,
      input_key, original_file_name, original_size_bytes, converted_size_bytes, processing_ms, started_at,
      created_at, updated_at, finished_at, deadline_at, expires_at, erase_at, erased_at)
    SELECT ('00000000-0000-7000-8000-' || right(md5('${id}'), 8) || lpad((10000 - g)::text, 4, '0'))::uuid,
      'user', '${id}', '', 'free', kinds.kind, 'image', kinds.input, kinds.output, '{}',
      CASE WHEN failed THEN 'failed' ELSE 'completed' END, CASE WHEN failed THEN 'released' ELSE 'committed' END,
      '{}', '', 0, '', '', '', '', 100000 * g, CASE WHEN failed THEN NULL ELSE 40000 * g END, 250 + g,
      at, at, at, at, at, at + interval '1 hour', at + interval '1 hour', at
    FROM generate_series(1, ${count}) g,
      LATERAL (SELECT now() - interval '2 hours' - g * interval '1 hour' AS at, g % ${FAILED_EVERY} = 4 AS failed) t,
      LATERAL (SELECT (ARRAY['image', 'audio', 'video', 'document', 'archive'])[1 + g % 5] AS kind,
        (ARRAY['heic', 'wav', 'mov', 'docx', 'rar'])[1 + g % 5] AS input,
        (ARRAY['webp', 'mp3', 'mp4', 'pdf', 'zip'])[1 + g % 5] AS output) kinds;
    INSERT INTO usage.user_histories (user_id, conversions) VALUES ('${id}', ${count})
      ON CONFLICT (user_id) DO UPDATE SET conversions = user_histories.conversions + ${count}`);

/** Counts conversions on each of the last days before today: 4 images and 2 videos, and one image that failed. */
export const insertDays = ({ id }: Person, days: number): Promise<void> =>
  sql(`
    INSERT INTO usage.user_days (user_id, day, kind, completed, failed, input_bytes, saved_bytes, processing_ms)
    SELECT '${id}', (now() AT TIME ZONE 'UTC')::date - g, kind, completed, failed, completed * 2097152,
      completed * 1048576, completed * 500
    FROM generate_series(1, ${days}) g, (VALUES ('image', 4, 1), ('video', 2, 0)) kinds (kind, completed, failed)`);
