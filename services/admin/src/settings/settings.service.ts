import type { usage } from '@filemill/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS_SUBJECT } from '../audit-log/audit-entry.entity.js';
import { AuditLogService } from '../audit-log/audit-log.service.js';
import { USAGE, type UsageClient } from '../clients/clients.js';
import type { PutSettingsRequest } from './dto.js';

/** The plan table, which usage keeps. */
@Injectable()
export class SettingsService {
  constructor(
    @Inject(USAGE) private readonly usage: UsageClient,
    private readonly auditLog: AuditLogService,
  ) {}

  /**
   * Puts a table in force and writes it down with both versions.
   *
   * @throws {AppError} INVALID_REQUEST if `version` is no longer the current one
   */
  put({ actorUserId, version, plans, reason }: PutSettingsRequest): Promise<usage.PutPlansResponse> {
    const deed = { actorUserId, action: 'put_settings', subject: SETTINGS_SUBJECT, reason };
    const plansJson = JSON.stringify(plans);
    return this.auditLog.record(
      { ...deed, oldVersion: version },
      () => this.usage.putPlans({ version, plansJson, userId: actorUserId }),
      (made) => made.version,
    );
  }
}
