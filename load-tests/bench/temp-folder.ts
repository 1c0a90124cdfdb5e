import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';

/** Runs `work` with a temporary folder, which is removed afterwards. */
export async function inTempFolder(work: (folder: string) => Promise<unknown>): Promise<void> {
  const folder = await mkdtemp(`${tmpdir()}/filemill-bench-`);
  try {
    await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}
