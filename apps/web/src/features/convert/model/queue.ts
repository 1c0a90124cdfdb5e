import type { QueryClient } from '@tanstack/react-query';
import type { Preset } from '../../../lib/preset.js';
import { deleteConversion } from '../api/conversion.js';
import { uploadFile } from '../api/upload.js';
import { watchAccount } from '../api/watch-account.js';
import { watchConversion } from '../api/watch-conversion.js';
import { BatchRunner, type ConversionApi } from './batch-runner.js';
import { BatchStore } from './batch-store.js';
import { GUEST } from './caller.js';
import type { Item } from './item.js';

/** The list of this tab and what converts it: one for all pages, so that going from page to page loses nothing. */
export class Queue {
  readonly store = new BatchStore();
  readonly runner: BatchRunner;
  /** Format that was chosen for all files; new ones get it too. */
  sharedTarget: string | undefined;
  /** A format and settings that new files get. */
  preset: Preset | undefined;
  caller = GUEST;
  maxParallel = 1;
  /** Whether the account's stream reports changes of conversions. */
  isLive = false;
  /** Whether the list from before a reload is restored. */
  isRestored = false;
  onEnd: (item: Item) => void = () => undefined;
  onBatchEnd: (items: readonly Item[]) => void = () => undefined;
  private api: ConversionApi;

  constructor(client: QueryClient) {
    this.api = {
      upload: uploadFile,
      watch: (accepted, signal, onChange) =>
        this.caller === GUEST
          ? watchConversion(accepted, signal, onChange)
          : watchAccount(client, () => this.isLive, accepted, signal, onChange),
      erase: deleteConversion,
    };
    this.runner = new BatchRunner(
      this.store,
      {
        upload: (...args) => this.api.upload(...args),
        watch: (...args) => this.api.watch(...args),
        erase: (id) => this.api.erase(id),
      },
      {
        maxParallel: () => this.maxParallel,
        owner: () => this.caller,
        onEnd: (item) => this.onEnd(item),
        onBatchEnd: (items) => this.onBatchEnd(items),
      },
    );
  }

  /** Uses another API implementation from now on. */
  use(api: ConversionApi): void {
    this.api = api;
  }

  /** Erases the files of a conversion on the server. @throws {ApiError} as every call */
  erase(conversionId: string): Promise<void> {
    return this.api.erase(conversionId);
  }

  /** Called when the user changes. A guest's list is kept; a user's list is cleared, since it is private. */
  changeCaller(caller: string): void {
    const before = this.caller;
    if (before === caller) return;
    this.caller = caller;
    if (before === GUEST) return;
    this.runner.abandon();
    this.store.clear();
    this.sharedTarget = undefined;
    this.preset = undefined;
  }
}
