import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/**
 * Removes a folder in which code from an uploaded file may have worked: folders that it closed to us, and paths longer than the
 * kernel takes at once, which Node cannot remove and coreutils can.
 *
 * @param path - one of our own, absolute
 */
export async function removeFolder(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    await execute('/usr/bin/chmod', ['-R', 'u+rwX', '--', path], { env: {} });
    await execute('/usr/bin/rm', ['-rf', '--', path], { env: {} });
  }
}
