import { downloadZip } from 'client-zip';
import { pause } from '../../../lib/pause.js';
import { saveBlob } from '../../../lib/save-file.js';
import { entryNames } from '../model/entry-names.js';
import { fetchResult } from './conversion.js';

/** Timers of the specification. */
const TRY_MS = 90_000;
const TRIES = 2;
const PAUSE_MS = 1_000;
const OVERALL_MS = 500_000;

/** A result to be packed. */
export interface ZipPart {
  readonly conversionId: string;
  /** Name of the result. */
  readonly fileName: string;
}

/** One result, by at most two tries of 90 s with a second between them. @throws the last error */
async function fetchPart({ conversionId }: ZipPart, overall: AbortSignal): Promise<Blob> {
  for (let attempt = 1; ; attempt += 1) {
    const signal = AbortSignal.any([overall, AbortSignal.timeout(TRY_MS)]);
    try {
      return await fetchResult(conversionId, signal);
    } catch (error) {
      if (attempt === TRIES || overall.aborted) throw error;
      await pause(PAUSE_MS, overall);
    }
  }
}

/**
 * Packs results in the browser, if the server's zip is not available, and saves the zip.
 *
 * @returns names of the results that could not be fetched and are not in it
 * @throws {Error} when none could be fetched
 */
export async function saveZipOfBrowser(
  parts: readonly ZipPart[],
  zipFileName: string,
): Promise<readonly string[]> {
  const overall = AbortSignal.timeout(OVERALL_MS);
  const fetched: { part: ZipPart; input: Blob }[] = [];
  const missing: string[] = [];
  for (const part of parts) {
    try {
      fetched.push({ part, input: await fetchPart(part, overall) });
    } catch {
      missing.push(part.fileName);
    }
  }
  if (fetched.length === 0) throw new Error('no result could be fetched');
  const names = entryNames(fetched.map(({ part }) => part.fileName));
  const entries = fetched.map(({ input }, index) => ({ name: names[index] ?? '', input }));
  saveBlob(await downloadZip(entries).blob(), zipFileName);
  return missing;
}
