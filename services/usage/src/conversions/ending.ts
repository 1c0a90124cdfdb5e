import type { Code, ErrorParams } from '@filemill/errors';
import type { StoredLoss } from './conversion.entity.js';

/** How a conversion ends. */
export type Ending =
  | {
      readonly status: 'completed';
      readonly outputKey: string;
      readonly outputExtension: string;
      readonly convertedSizeBytes: number;
      readonly processingMs: number;
      readonly losses: readonly StoredLoss[];
    }
  | {
      readonly status: 'failed' | 'cancelled';
      readonly code: Code;
      readonly params?: ErrorParams;
      readonly processingMs?: number;
    };
