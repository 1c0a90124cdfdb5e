import { ADMIN, type AdminClient, type admin } from '@filemill/contracts';
import { planTableSchema } from '@filemill/plans';
import { ZodPipe } from '@filemill/platform';
import { Body, Controller, Get, Header, Inject, Put, Query, UseGuards } from '@nestjs/common';
import type { z } from 'zod';
import { ApiRoute } from '../http/api-route.js';
import { BearerGuard, CurrentUser } from '../identity/caller.guard.js';
import type { UserCaller } from '../identity/caller.js';
import { AdministratorGuard } from './administrator.guard.js';
import { paginate } from './pages.js';
import {
  type AuditLog,
  auditLogQuery,
  auditLogSchema,
  putSettingsBody,
  type Settings,
  settingsQuery,
  settingsSchema,
} from './settings.dto.js';

/** The plan table, and the record of what administrators did. */
@Controller('api/admin')
@UseGuards(BearerGuard, AdministratorGuard)
export class AdminSettingsController {
  constructor(@Inject(ADMIN) private readonly admin: AdminClient) {}

  @Get('settings')
  @ApiRoute({
    id: 'getSettings',
    tag: 'Admin',
    summary: 'The plan table in force with its version, or an earlier one',
    callers: ['admin'],
    query: settingsQuery,
    errors: ['NOT_FOUND'],
    answers: { 200: settingsSchema },
  })
  @Header('cache-control', 'no-store')
  async get(
    @CurrentUser() { userId }: UserCaller,
    @Query(new ZodPipe(settingsQuery)) { version }: z.infer<typeof settingsQuery>,
  ): Promise<Settings> {
    return presentSettings(await this.admin.getSettings({ actorUserId: userId, version }));
  }

  @Put('settings')
  @ApiRoute({
    id: 'putSettings',
    tag: 'Admin',
    summary: 'Puts a plan table in force, everywhere within 60 s',
    description: 'Refused with `invalid_request` if `version` is no longer the current one.',
    callers: ['admin'],
    body: putSettingsBody,
    answers: { 200: settingsSchema },
  })
  async put(
    @CurrentUser() { userId }: UserCaller,
    @Body(new ZodPipe(putSettingsBody)) { version, plans, reason }: z.infer<typeof putSettingsBody>,
  ): Promise<Settings> {
    const plansJson = JSON.stringify(plans);
    return presentSettings(await this.admin.putSettings({ actorUserId: userId, version, plansJson, reason }));
  }

  @Get('audit-log')
  @ApiRoute({
    id: 'listAuditLog',
    tag: 'Admin',
    summary: 'What administrators did: who, whom, when and why',
    callers: ['admin'],
    query: auditLogQuery,
    answers: { 200: auditLogSchema },
  })
  @Header('cache-control', 'no-store')
  async auditLog(
    @CurrentUser() { userId }: UserCaller,
    @Query(new ZodPipe(auditLogQuery)) { page, action }: z.infer<typeof auditLogQuery>,
  ): Promise<AuditLog> {
    const { entries, totalCount } = await this.admin.listAuditLog({ actorUserId: userId, page, action });
    return { entries: entries.map(presentEntry), pagination: paginate(page, totalCount) };
  }
}

const presentSettings = ({ version, plansJson }: admin.GetSettingsResponse): Settings => ({
  version,
  plans: planTableSchema.parse(JSON.parse(plansJson)),
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
