import { type Dirent, readdirSync } from 'node:fs';
import { WORKERS } from '@filemill/local-stack';
import { processOf } from '../../shared/processes.ts';
import { straysOf } from '../rig/process-tree.ts';
import type { Rig } from '../rig/rig.ts';

/** Objects without a row, and outputs that are missing or have another size. */
export async function storeFaults(rig: Rig): Promise<string[]> {
  const rows = await rig.sql(
    `SELECT output_key, converted_size_bytes FROM usage.conversions WHERE status = 'completed' AND erased_at IS NULL`,
  );
  const due = new Map(rows.map(([key = '', sizeBytes]) => [key, sizeBytes]));
  const faults: string[] = [];
  for (const minute of await rig.store.listTopLevel()) {
    let found = 0;
    for await (const { key, sizeBytes } of rig.store.list(`${minute}/`)) {
      found += 1;
      const wanted = due.get(key);
      due.delete(key);
      if (wanted === undefined) faults.push(`orphan ${key}`);
      else if (Number(wanted) !== sizeBytes)
        faults.push(`${key} has ${sizeBytes} bytes instead of ${wanted}`);
    }
    // A folder without an object: a part of an upload keeps it.
    if (found === 0) faults.push(`parts of an upload in ${minute}`);
  }
  if (rig.storeFolder) faults.push(...hiddenFiles(rig.storeFolder).map((path) => `part ${path}`));
  return [...faults, ...[...due.keys()].map((key) => `no output ${key}`)];
}

/** Files that a listing of the store does not show; the reaper may be erasing them. */
export function hiddenFiles(folder: string): string[] {
  return entriesOf(folder).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return hiddenFiles(path);
    return entry.name.startsWith('.') ? [path] : [];
  });
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

/** Folders of jobs, and of processes that have ended. */
export function workFaults(rig: Rig): string[] {
  return WORKERS.flatMap((name) => {
    const folder = `${rig.data}/work/${name}`;
    const pid = rig.pidOf(name);
    const own = `${name}-${pid}-${processOf(pid)?.startedAt}`; // as packages/worker/src/work-folder.ts names it
    return entriesOf(folder).flatMap((entry) =>
      entry.name === own
        ? entriesOf(`${folder}/${own}`)
            .filter((job) => job.name.startsWith('job-'))
            .map((job) => `temp ${name}/${job.name}`)
        : [`temp of a dead process: ${entry.name}`],
    );
  });
}

/** Engine processes without a worker. */
export const processFaults = (rig: Rig): string[] =>
  straysOf(`${rig.data}/work/`, rig.pids()).map(({ pid }) => `process ${pid} without a worker`);
