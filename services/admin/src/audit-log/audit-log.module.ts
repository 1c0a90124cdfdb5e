import { Module } from '@nestjs/common';
import { AuditLogController } from './audit-log.controller.js';
import { AuditLogRepository } from './audit-log.repository.js';
import { AuditLogService } from './audit-log.service.js';

/** What administrators did. */
@Module({
  controllers: [AuditLogController],
  providers: [AuditLogService, AuditLogRepository],
})
export class AuditLogModule {}
