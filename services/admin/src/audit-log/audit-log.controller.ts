import type { admin } from '@filemill/contracts';
import { ZodPipe } from '@filemill/platform';
import { Controller } from '@nestjs/common';
import { GrpcMethod, Payload } from '@nestjs/microservices';
import { AllowsOwnData } from '../administrators/administrator.guard.js';
import { SETTINGS_SUBJECT } from '../audit-entries/audit-entry.entity.js';
import {
  type ExportUserRequest,
  exportUserSchema,
  type ListAuditLogRequest,
  listAuditLogSchema,
} from '../dto.js';
import { Usernames } from '../usernames.js';
import { AuditLogService } from './audit-log.service.js';

/** The rpcs about the audit log. */
@Controller()
export class AuditLogController implements Pick<admin.AdminService, 'listAuditLog' | 'exportUser'> {
  constructor(
    private readonly auditLog: AuditLogService,
    private readonly usernames: Usernames,
  ) {}

  @GrpcMethod('AdminService', 'ListAuditLog')
  async listAuditLog(
    @Payload(new ZodPipe(listAuditLogSchema)) { page, action }: ListAuditLogRequest,
  ): Promise<admin.ListAuditLogResponse> {
    const { entries, totalCount } = await this.auditLog.list(page, action);
    const people = entries.flatMap(({ actorUserId, subject }) => [actorUserId, subject]);
    const names = await this.usernames.byUserId(people.filter((id) => id !== SETTINGS_SUBJECT));
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

  /** The gateway calls this for the user whose session it has checked. */
  @GrpcMethod('AdminService', 'ExportUser')
  @AllowsOwnData(true)
  async exportUser(
    @Payload(new ZodPipe(exportUserSchema)) { userId, page }: ExportUserRequest,
  ): Promise<admin.ExportUserResponse> {
    const entries = await this.auditLog.listOf(userId, page);
    return {
      entries: entries.map(
        ({ id, actorUserId, action, reason, outcome, createdAt, oldVersion, newVersion }) => ({
          ...{ id, action, reason, outcome },
          // Other people's data is removed.
          role: actorUserId === userId ? 'actor' : 'subject',
          createdAtMs: createdAt.getTime(),
          oldVersion: oldVersion ?? undefined,
          newVersion: newVersion ?? undefined,
        }),
      ),
    };
  }
}
