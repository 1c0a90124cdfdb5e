/** The attempt is no longer the current one: the conversion was cancelled, ended, or taken over. */
export class AttemptLost extends Error {
  override name = 'AttemptLost';
}

/** Neither the file nor the engine failed: the attempt is returned uncounted, and the job is tried again later. */
export class AttemptReturned extends Error {
  override name = 'AttemptReturned';

  constructor(what: string, options?: ErrorOptions) {
    super(what, options);
  }
}
