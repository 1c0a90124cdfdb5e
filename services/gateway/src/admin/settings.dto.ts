import { planTableSchema } from '@filemill/plans';
import { z } from 'zod';
import { adminPaginationSchema, pageNumber } from './pages.js';
import { reason } from './users.dto.js';

const version = z.int().min(1);

/** Body of `GET /api/admin/settings`, and answer of the PUT. */
export const settingsSchema = z.object({ version, plans: planTableSchema }).meta({ id: 'AdminSettings' });
export type Settings = z.infer<typeof settingsSchema>;

/** Query of `GET /api/admin/settings`. */
export const settingsQuery = z.strictObject({
  version: z.coerce
    .number()
    .int()
    .min(1)
    .optional()
    .meta({ description: 'An earlier one; without it the one in force' }),
});

/** Body of `PUT /api/admin/settings`. */
export const putSettingsBody = z.strictObject({
  version: version.meta({ description: 'The one that the table was made from' }),
  plans: planTableSchema,
  reason,
});

/** Query of `GET /api/admin/audit-log`. */
export const auditLogQuery = z.strictObject({
  page: pageNumber,
  action: z
    .enum(['upgrade_to_pro', 'suspend', 'unsuspend', 'put_settings'])
    .optional()
    .meta({ description: 'Only entries of this one' }),
});

/** Body of `GET /api/admin/audit-log`: newest first. */
export const auditLogSchema = z
  .object({
    entries: z.array(
      z
        .object({
          id: z.uuid(),
          actor: z.object({ id: z.uuid(), username: z.string().nullable() }),
          action: z.string().meta({ description: 'upgrade_to_pro, suspend, unsuspend, put_settings' }),
          subject: z.string().meta({ description: 'Id of a user, or `settings`' }),
          subjectUsername: z.string().nullable().meta({ description: 'As it is now' }),
          reason: z.string(),
          outcome: z
            .string()
            .meta({ description: '`begun` where it is unknown whether it took place; else done, refused' }),
          oldVersion: z.int().nullable().meta({ description: 'Of settings' }),
          newVersion: z.int().nullable(),
          createdAt: z.iso.datetime(),
        })
        .meta({ id: 'AuditEntry' }),
    ),
    pagination: adminPaginationSchema,
  })
  .meta({ id: 'AuditLog' });
export type AuditLog = z.infer<typeof auditLogSchema>;
