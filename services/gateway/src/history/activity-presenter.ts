import type { usage } from '@filemill/contracts';
import { Injectable } from '@nestjs/common';
import { ConversionPresenter } from '../conversions/conversion-presenter.js';

/** A conversion in the lists of its owner; instants are ISO 8601 UTC, sizes bytes. */
export interface ActivityRow {
  id: string;
  conversionType: string;
  originalFormat: string;
  outputFormat: string;
  status: 'success' | 'pending' | 'failed';
  originalSize: number;
  convertedSize: number | null;
  createdAt: string;
  /** Seconds with two decimals; null before the conversion has ended. */
  processingTime: string | null;
  /** Null while there is nothing to load, or no longer. */
  downloadUrl: string | null;
  expiresAt: string;
  /** Always null: a result is loaded by its conversion's id alone. */
  workerJobId: null;
  workerId: null;
}

/** The statuses of the ledger in the words of the lists. */
const STATUS_SHOWN: Readonly<Record<string, ActivityRow['status']>> = {
  pending: 'pending',
  converting: 'pending',
  completed: 'success',
  failed: 'failed',
  cancelled: 'failed',
};

/** Turns rows of the ledger into those of an owner's lists: recent activity, history, events. */
@Injectable()
export class ActivityPresenter {
  constructor(private readonly conversions: ConversionPresenter) {}

  async presentActivity(row: usage.Conversion): Promise<ActivityRow> {
    return {
      id: row.id,
      conversionType: row.kind,
      originalFormat: row.inputFormat,
      outputFormat: row.outputFormat,
      status: STATUS_SHOWN[row.status] ?? 'failed',
      originalSize: row.originalSizeBytes,
      convertedSize: row.convertedSizeBytes ?? null,
      createdAt: new Date(row.createdAtMs).toISOString(),
      processingTime: row.processingMs === undefined ? null : (row.processingMs / 1000).toFixed(2),
      downloadUrl: await this.conversions.downloadUrl(row),
      expiresAt: new Date(row.expiresAtMs).toISOString(),
      workerJobId: null,
      workerId: null,
    };
  }
}
