import {
  type AuditLog,
  adminApi,
  auditLogQuery,
  putSettingsBody,
  type Settings,
  settingsQuery,
} from '@filemill/api';
import { ADMIN, type AdminClient, type admin } from '@filemill/contracts';
import { planTableSchema } from '@filemill/plans';
import { ZodPipe } from '@filemill/platform';
import { Body, Controller, Header, Inject, Query, UseGuards } from '@nestjs/common';
import type { z } from 'zod';
import { Handles } from '../http/handles.js';
import { paginate } from '../http/paginate.js';
import { BearerGuard, CurrentUser } from '../identity/caller.guard.js';
import type { UserCaller } from '../identity/caller.js';
import { AdministratorGuard } from './administrator.guard.js';

/** The plan table and the audit log. */
@Controller()
@UseGuards(BearerGuard, AdministratorGuard)
export class AdminSettingsController {
  constructor(@Inject(ADMIN) private readonly admin: AdminClient) {}

  @Handles(adminApi.getSettings)
  @Header('cache-control', 'no-store')
  async get(
    @CurrentUser() { userId }: UserCaller,
    @Query(new ZodPipe(settingsQuery)) { version }: z.infer<typeof settingsQuery>,
  ): Promise<Settings> {
    return presentSettings(await this.admin.getSettings({ actorUserId: userId, version }));
  }

  @Handles(adminApi.putSettings)
  async put(
    @CurrentUser() { userId }: UserCaller,
    @Body(new ZodPipe(putSettingsBody)) { version, plans, reason }: z.infer<typeof putSettingsBody>,
  ): Promise<Settings> {
    const request = { actorUserId: userId, version, plans: plans, reason };
    return presentSettings(await this.admin.putSettings(request));
  }

  @Handles(adminApi.listAuditLog)
  @Header('cache-control', 'no-store')
  async auditLog(
    @CurrentUser() { userId }: UserCaller,
    @Query(new ZodPipe(auditLogQuery)) { page, action }: z.infer<typeof auditLogQuery>,
  ): Promise<AuditLog> {
    const { entries, totalCount } = await this.admin.listAuditLog({ actorUserId: userId, page, action });
    return { entries: entries.map(presentEntry), pagination: paginate(page, totalCount) };
  }
}

const presentSettings = ({ version, plans }: admin.GetSettingsResponse): Settings => ({
  version,
  plans: planTableSchema.parse(plans),
});

const presentEntry = (entry: admin.AuditEntry): AuditLog['entries'][number] => ({
  id: entry.id,
  actor: { id: entry.actorUserId, username: entry.actorUsername || null },
  action: entry.action,
  subject: entry.subject,
  subjectUsername: entry.subjectUsername || null,
  reason: entry.reason,
  outcome: entry.outcome,
  oldVersion: entry.oldVersion ?? null,
  newVersion: entry.newVersion ?? null,
  createdAt: new Date(entry.createdAtMs).toISOString(),
});
