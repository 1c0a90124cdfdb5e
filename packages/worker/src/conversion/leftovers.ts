import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@filemill/platform';
import { removeFolder } from '../jail/remove-folder.js';

const RETRY_MS = 3_000;

/**
 * Removes the folders of jobs. If that fails (no file descriptors left, for instance), it retries until the folder is
 * gone: an uploaded file stays on disk only as long as the fault lasts.
 */
export class Leftovers {
  private readonly paths = new Set<string>();
  private trying: Promise<void> | undefined;

  constructor(private readonly logger: Logger) {}

  async remove(path: string): Promise<void> {
    try {
      await removeFolder(path);
    } catch (err) {
      this.logger.warn({ err, path }, 'the folder of a job cannot be removed yet');
      this.paths.add(path);
      this.trying ??= this.tryAgain();
    }
  }

  private async tryAgain(): Promise<void> {
    while (this.paths.size > 0) {
      await sleep(RETRY_MS, undefined, { ref: false });
      for (const path of this.paths) {
        const isGone = await removeFolder(path).then(
          () => true,
          () => false, // logged at the first try
        );
        if (isGone) this.paths.delete(path);
      }
    }
    this.trying = undefined;
  }
}
