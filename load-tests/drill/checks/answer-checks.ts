import { createHash } from 'node:crypto';
import type { CallRecord, Client, InputFile } from '../../shared/client.ts';
import type { Sent } from '../load/load.ts';

/** Time after a fault's end in which responses may still be 503. */
export const AFTERMATH_MS = 10_000;
/** Number of results that are downloaded and checked. */
const MOST_DOWNLOADS = 40;

/** Downloads results: each must be complete, and equal to the reference of its file. */
export async function resultFaults(
  client: Client,
  accepted: readonly Sent[],
  references: References,
  movesClock: boolean,
): Promise<string[]> {
  const faults: string[] = [];
  for (const sent of accepted.filter(({ lane }) => lane !== 'hostile').slice(-MOST_DOWNLOADS)) {
    const conversion = await client.conversion(sent.caller, sent.id);
    if (conversion?.status !== 'completed') continue; // another check reports it
    const { status, bytes } = await client.call('GET', `/api/download/${sent.id}`, {
      headers: sent.caller.headers,
    });
    if (status === 410 && movesClock) continue; // expired because the clock was moved
    if (status !== 200 || bytes.length !== conversion.convertedSize)
      faults.push(`download of ${sent.id}: ${status}, ${bytes.length} of ${conversion.convertedSize} bytes`);
    else if (references.get(sent.file) && references.get(sent.file) !== digestOf(bytes))
      faults.push(`${sent.file.name} (${sent.id}) has another result than the reference`);
  }
  return faults;
}

/** Digests of the results of files whose results never differ. */
export type References = ReadonlyMap<InputFile, string>;

/** SHA-256 in hex. */
export const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** When a fault lasted, in Unix milliseconds. */
export interface FaultWindow {
  readonly beganAt: number;
  readonly liftedAt: number;
  /** Whether a caller may get no response. */
  readonly cutsAnswers: boolean;
}

/** Responses that are not allowed: before and well after the fault any failure, else all but a 503 with Retry-After. */
export function answerFaults(
  journal: readonly CallRecord[],
  { beganAt, liftedAt, cutsAnswers }: FaultWindow,
): string[] {
  return journal.flatMap(({ at, ms, what, status, retryAfter, code }) => {
    if (status > 0 && status < 500) return [];
    const isDuring = at + ms >= beganAt && at <= liftedAt + AFTERMATH_MS;
    if (isDuring && status === 503 && retryAfter) return [];
    if (isDuring && status === 0 && cutsAnswers) return [];
    const when = ((at - beganAt) / 1_000).toFixed(1);
    return [
      `${what} at ${when} s: ${status || 'no answer'} ${code}${status === 503 && !retryAfter ? ' without Retry-After' : ''}`,
    ];
  });
}
