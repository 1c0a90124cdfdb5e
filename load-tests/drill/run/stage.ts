import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type InputFile } from '../../shared/client.ts';
import { aGuest, aKeyHolder, type KeyHolder } from '../../shared/people.ts';
import { digestOf, type References } from '../checks/answer-checks.ts';
import { whatTheChecksMiss } from '../checks/prove-checks.ts';
import { type LoadFiles, makeFiles } from '../load/files.ts';
import type { Rig } from '../rig/rig.ts';
import { PARTS } from '../rig/rig-parts.ts';

const SERVES_WITHIN_MS = 90_000;

/** Shared by all runs of one rig. */
export interface Stage {
  readonly rig: Rig;
  readonly files: LoadFiles;
  /** Made without a fault. */
  readonly references: References;
  /** A customer with an API key. */
  readonly keyHolder: KeyHolder;
  /** Whether uploads of earlier faults wait for their hour. */
  hasOrphans: boolean;
}

/** Makes what all runs share, and proves that the checks find violations. */
export async function setStage(rig: Rig, folder: string): Promise<Stage> {
  const files = await makeFiles(folder);
  const client = new Client(rig.url);
  const references = new Map<InputFile, string>();
  const harmless = [...files.image, ...files.audio, ...files.document, ...files.archive];
  await Promise.all(
    harmless.map(async (file) => {
      const [first, second] = [await convert(client, file), await convert(client, file)];
      if (!first || !second) throw new Error(`${file.name} does not convert before any fault`);
      if (digestOf(first) === digestOf(second)) references.set(file, digestOf(first));
    }),
  );
  const missed = await whatTheChecksMiss(rig);
  if (missed.length > 0) throw new Error(`the checks do not find ${missed.join(' or ')}`);
  const keyHolder = await aKeyHolder(rig.stack, client);
  return { rig, files, references, keyHolder, hasOrphans: false };
}

/** @returns the result of a guest's file, undefined if there is none within 15 s */
async function convert(client: Client, file: InputFile): Promise<Buffer | undefined> {
  const guest = aGuest();
  const { status, body } = await client.submit(guest, file, { timeoutMs: 5_000 });
  if (status !== 202 || !body) return undefined;
  const conversion = await client.ended(guest, body.conversionId, 15_000);
  if (conversion?.status !== 'completed') return undefined;
  const download = await client.call('GET', `/api/download/${conversion.id}`, { headers: guest.headers });
  return download.status === 200 ? download.bytes : undefined;
}

/** Until every part is ready and a fresh guest's picture is converted and fetched. @returns ms after `since` */
export async function untilServes(rig: Rig, file: InputFile, since: number): Promise<number | undefined> {
  const client = new Client(rig.url); // with a separate journal: it calls before a response is required
  for (const end = Date.now() + SERVES_WITHIN_MS; Date.now() < end; await sleep(200)) {
    const ready = await Promise.all(PARTS.map((name) => rig.isReady(name)));
    if (ready.every(Boolean) && (await convert(client, file))) return Date.now() - since;
  }
  return undefined;
}
