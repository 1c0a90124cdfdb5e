import type { ActivityRow } from '@filemill/api';
import type { usage } from '@filemill/contracts';
import type { ConversionStatus } from '@filemill/product';
import { Injectable } from '@nestjs/common';
import { ConversionPresenter, optionsOf } from '../conversions/conversion-presenter.js';

/** The ledger's statuses and their public names. */
const STATUS_SHOWN: Readonly<Record<ConversionStatus, ActivityRow['status']>> = {
  pending: 'pending',
  converting: 'pending',
  completed: 'success',
  failed: 'failed',
  cancelled: 'failed',
};

/** Converts rows of the ledger into rows of an owner's lists: recent activity, history, events. */
@Injectable()
export class ActivityPresenter {
  constructor(private readonly conversions: ConversionPresenter) {}

  async presentActivity(row: usage.Conversion): Promise<ActivityRow> {
    return {
      id: row.id,
      conversionType: row.category,
      originalFormat: row.inputFormat,
      outputFormat: row.outputFormat,
      options: optionsOf(row),
      status: STATUS_SHOWN[row.status],
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
