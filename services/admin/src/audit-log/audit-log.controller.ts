import type { admin } from '@filemill/contracts';
import { ZodPipe } from '@filemill/platform';
import { Controller } from '@nestjs/common';
import { GrpcMethod, Payload } from '@nestjs/microservices';
import { Usernames } from '../clients/usernames.service.js';
import { SETTINGS_SUBJECT } from './audit-entry.entity.js';
import { AuditLogService } from './audit-log.service.js';
import { type ListAuditLogRequest, listAuditLogSchema } from './dto.js';

/** The rpcs about the audit log. */
@Controller()
export class AuditLogController {
  constructor(
    private readonly auditLog: AuditLogService,
    private readonly usernames: Usernames,
  ) {}

  @GrpcMethod('AdminService', 'ListAuditLog')
  async listAuditLog(
    @Payload(new ZodPipe(listAuditLogSchema)) { page }: ListAuditLogRequest,
  ): Promise<admin.ListAuditLogResponse> {
    const { entries, totalCount } = await this.auditLog.list(page);
    const people = entries.flatMap(({ actorUserId, subject }) => [actorUserId, subject]);
    const names = await this.usernames.of(people.filter((id) => id !== SETTINGS_SUBJECT));
    return {
      entries: entries.map(({ createdAt, oldVersion, newVersion, ...entry }) => ({
        ...entry,
        createdAtMs: createdAt.getTime(),
        actorUsername: names.get(entry.actorUserId) ?? '',
        subjectUsername: names.get(entry.subject) ?? '',
        oldVersion: oldVersion ?? undefined,
        newVersion: newVersion ?? undefined,
      })),
      totalCount,
    };
  }
}
