import type { Category } from '@filemill/product';

/** Something that was dropped, substituted or re-encoded. */
export interface Loss {
  readonly code: string;
  /** What its text names; a number `count` also chooses its form. */
  readonly params: Readonly<Record<string, string | number>>;
  /** In English, for codes without a text of the page's own. */
  readonly message: string;
}

/** A conversion as the API shows it. */
export interface Conversion {
  readonly id: string;
  /** Category of the input. */
  readonly kind: Category;
  readonly status: 'pending' | 'converting' | 'completed' | 'failed' | 'cancelled';
  /** 0 to 100; 0 while the engine does not know. */
  readonly progress: number;
  readonly stage: 'queued' | 'converting' | 'storing' | 'done';
  readonly queuePosition: number | null;
  readonly inputFormat: string;
  readonly outputFormat: string;
  readonly outputFileName: string | null;
  readonly originalSize: number;
  readonly convertedSize: number | null;
  /** Seconds; null until it has ended. */
  readonly processingTime: number | null;
  /** ISO 8601. */
  readonly expiresAt: string;
  readonly downloadUrl: string | null;
  readonly losses: readonly Loss[];
  /** Remarks that are not losses, such as a file name with the extension of another format. */
  readonly notes: readonly Loss[];
  readonly error: { code: string; message: string } | null;
}

/** The answer to an accepted upload. */
export interface Accepted {
  readonly conversionId: string;
  /** Empty if only the id of the conversion is known, as after a reload. */
  readonly eventsUrl: string;
}

/** Where a conversion can be read and erased by its owner. */
export const conversionPath = (id: string): string => `/api/conversions/${id}`;

export const isFinal = ({ status }: Conversion): boolean =>
  status === 'completed' || status === 'failed' || status === 'cancelled';
