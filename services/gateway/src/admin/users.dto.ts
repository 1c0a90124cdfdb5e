import { z } from 'zod';
import { adminPaginationSchema, pageNumber } from './pages.js';

/** A user as administrators see him. */
export const adminUserSchema = z
  .object({
    id: z.uuid(),
    username: z.string(),
    email: z.string(),
    plan: z.string().meta({ description: 'free or pro' }),
    createdAt: z.iso.datetime(),
    totalConversions: z.int().meta({ description: 'Completed ones' }),
    suspended: z.boolean(),
  })
  .meta({ id: 'AdminUser' });

/** Query of `GET /api/admin/users`. */
export const usersQuery = z.strictObject({
  search: z
    .string()
    .trim()
    .max(200)
    .default('')
    .meta({ description: 'Part of an e-mail address, a name or an id' }),
  page: pageNumber,
});

/** Body of `GET /api/admin/users`: newest first. */
export const usersSchema = z
  .object({ users: z.array(adminUserSchema), pagination: adminPaginationSchema })
  .meta({ id: 'AdminUsers' });
export type Users = z.infer<typeof usersSchema>;

/** Why something is done; written to the audit log. */
export const reason = z.string().trim().min(1).max(500).meta({ description: 'Kept in the audit log' });

/** Body of the calls that do something to a user. */
export const actionBody = z.strictObject({ reason });

/** Answer of the calls that do something to a user: the user as he then is. */
export const actionSchema = z.object({ user: adminUserSchema }).meta({ id: 'AdminAction' });
export type Action = z.infer<typeof actionSchema>;

/** Parameters of the path of the calls that do something to a user. */
export const userParams = z.object({ id: z.uuid() });
