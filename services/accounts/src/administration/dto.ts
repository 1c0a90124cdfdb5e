import { z } from 'zod';
import { instantMs, searchText, userId } from '../fields.js';

/** Later pages are reached by searching. */
const MAX_PAGE = 100_000;
const MAX_IDS = 500;

export const listUsersSchema = z.object({ search: searchText, page: z.int().min(1).max(MAX_PAGE) });
/** A request for one page of users. */
export type ListUsersRequest = z.infer<typeof listUsersSchema>;

export const getUsersSchema = z.object({ userIds: z.array(userId).max(MAX_IDS) });
/** A request for users by their ids. */
export type GetUsersRequest = z.infer<typeof getUsersSchema>;

export const countUsersSchema = z.object({ sinceMs: instantMs });
/** A request for figures since an instant. */
export type CountUsersRequest = z.infer<typeof countUsersSchema>;
