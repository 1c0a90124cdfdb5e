/** An administrator's account. */
export interface Administrator {
  readonly email: string;
  readonly password: string;
}

/** A load of pictures. */
export interface LoadSettings {
  /** Accounts that share the conversions. */
  readonly users: number;
  /** Conversions altogether. */
  readonly count: number;
  readonly perSecond: number;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly outputFormat: string;
  readonly endsWithinSeconds: number;
}

/** Words of the API that the pod uses: it has no packages. */
export interface ApiWords {
  readonly unfinishedStatuses: readonly string[];
  readonly idempotencyKeyHeader: string;
}

/** All that the load's pod needs to know, in its variable LOAD as JSON. */
export interface PodSettings extends LoadSettings {
  /** Of the gateway. */
  readonly url: string;
  /** Upgrades the accounts to Pro. */
  readonly administrator: Administrator;
  readonly words: ApiWords;
}

/** How a conversion went for its client. */
export interface ConversionSeen {
  /** Undefined if the upload was refused. */
  readonly id?: string;
  /** `completed`, or what was wrong. */
  readonly outcome: string;
}

/** What the load's clients saw; the last line of the pod's output, as JSON. */
export interface LoadResult {
  /** Number of responses by status; `0` with call and cause: no response; `503 bare`: without Retry-After. */
  readonly answers: Readonly<Record<string, number>>;
  readonly conversions: readonly ConversionSeen[];
}
