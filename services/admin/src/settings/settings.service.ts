import { isDeepStrictEqual } from 'node:util';
import { USAGE, type UsageClient, type usage } from '@filemill/contracts';
import { AppError } from '@filemill/errors';
import { planTableSchema } from '@filemill/plans';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS_SUBJECT } from '../audit-entries/audit-entry.entity.js';
import { AuditLogService } from '../audit-log/audit-log.service.js';
import type { PutSettingsRequest } from '../dto.js';

/** The plan table, which usage keeps. */
@Injectable()
export class SettingsService {
  constructor(
    @Inject(USAGE) private readonly usage: UsageClient,
    private readonly auditLog: AuditLogService,
  ) {}

  /**
   * Applies a table and records both versions.
   *
   * @throws {AppError} INVALID_REQUEST if `version` is no longer the current one
   */
  put(request: PutSettingsRequest): Promise<usage.PutPlansResponse> {
    const { actorUserId, version, reason } = request;
    return this.auditLog.record(
      { actorUserId, action: 'put_settings', subject: SETTINGS_SUBJECT, reason, oldVersion: version },
      () => this.replace(request),
      (made) => made.version,
    );
  }

  private async replace(request: PutSettingsRequest): Promise<usage.PutPlansResponse> {
    const { actorUserId: userId, version, plans } = request;
    try {
      return await this.usage.putPlans({ version, plans, userId });
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'INVALID_REQUEST') throw error;
      // A call whose answer was lost is repeated, and then finds its own table applied.
      const current = await this.usage.getPlans({});
      const isOurs =
        current.version === version + 1 &&
        isDeepStrictEqual(planTableSchema.parse(current.plans), planTableSchema.parse(plans));
      if (!isOurs) throw error;
      return current;
    }
  }
}
