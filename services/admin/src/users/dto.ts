import { AUDIT_ACTIONS } from '@filemill/product';
import { z } from 'zod';
import { actorSchema, pageSchema, reasonSchema } from '../administrators/dto.js';

export const listUsersSchema = actorSchema.extend({ search: z.string().trim().max(200), page: pageSchema });

/** A request for one page of users. */
export type ListUsersRequest = z.infer<typeof listUsersSchema>;

export const actOnUserSchema = actorSchema
  .extend({
    id: z.uuidv7(),
    userId: z.uuid(),
    action: z.enum(AUDIT_ACTIONS).exclude(['put_settings']),
    reason: reasonSchema,
  })
  .refine(({ actorUserId, userId, action }) => action !== 'suspend' || actorUserId !== userId, {
    path: ['userId'],
    message: 'you cannot suspend yourself',
  });

/** A request to do something to one user. */
export type ActOnUserRequest = z.infer<typeof actOnUserSchema>;
