import { type AuditLog, routes, type Settings } from '@filemill/api';
import { ADMIN, type AdminClient, type admin } from '@filemill/contracts';
import { planTableSchema } from '@filemill/plans';
import { Controller, Inject } from '@nestjs/common';
import { paginate } from '../http/paginate.js';
import type { CallOf } from '../routes/call.js';
import { Handles } from '../routes/handles.js';

/** The plan table and the audit log. */
@Controller()
export class AdminSettingsController {
  constructor(@Inject(ADMIN) private readonly admin: AdminClient) {}

  @Handles(routes.getSettings)
  async get({ caller, query }: CallOf<typeof routes.getSettings>): Promise<Settings> {
    const request = { actorUserId: caller.userId, version: query.version };
    return presentSettings(await this.admin.getSettings(request));
  }

  @Handles(routes.putSettings)
  async put({ caller, body }: CallOf<typeof routes.putSettings>): Promise<Settings> {
    return presentSettings(await this.admin.putSettings({ actorUserId: caller.userId, ...body }));
  }

  @Handles(routes.listAuditLog)
  async auditLog({ caller, query }: CallOf<typeof routes.listAuditLog>): Promise<AuditLog> {
    const request = { actorUserId: caller.userId, ...query };
    const { entries, totalCount } = await this.admin.listAuditLog(request);
    return { entries: entries.map(presentEntry), pagination: paginate(query.page, totalCount) };
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
