/** The attempt is no longer the current one: the conversion was cancelled, ended, or taken over. */
export class AttemptLost extends Error {
  override name = 'AttemptLost';
}

/** Not the file's fault nor the engine's: the attempt goes back uncounted, and the job is tried again later. */
export class HandBack extends Error {
  override name = 'HandBack';

  constructor(what: string, options?: ErrorOptions) {
    super(what, options);
  }
}
