import type { admin } from '@filemill/contracts';
import { ZodPipe } from '@filemill/platform';
import { Controller } from '@nestjs/common';
import { GrpcMethod, Payload } from '@nestjs/microservices';
import { AuditLogService } from './audit-log.service.js';
import { type ListAuditLogRequest, listAuditLogSchema } from './dto.js';

/** The rpcs about the audit log. */
@Controller()
export class AuditLogController {
  constructor(private readonly auditLog: AuditLogService) {}

  @GrpcMethod('AdminService', 'ListAuditLog')
  async listAuditLog(
    @Payload(new ZodPipe(listAuditLogSchema)) { page }: ListAuditLogRequest,
  ): Promise<admin.ListAuditLogResponse> {
    const { entries, totalCount } = await this.auditLog.list(page);
    return {
      entries: entries.map(({ createdAt, ...entry }) => ({ ...entry, createdAtMs: createdAt.getTime() })),
      totalCount,
    };
  }
}
