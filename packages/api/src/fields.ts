import { PERIOD_DAYS } from '@filemill/product';
import { z } from 'zod';

/** Days of a period in a query. */
export const periodDays = z
  .enum(PERIOD_DAYS.map(String))
  .default('30')
  .transform(Number)
  .meta({ description: 'Days up to today, UTC' });

/** A guest's fingerprint, which becomes lower case. */
export const fingerprint = z
  .string()
  .regex(/^[0-9a-fA-F]{32,64}$/, '32 to 64 hexadecimal characters')
  .transform((value) => value.toLowerCase());

/** The body of calls that take none: nothing, or an empty object. */
export const emptyBody = z.strictObject({}).nullish();

/** Position of a page in a list. */
export const paginationSchema = z.object({
  totalCount: z.int(),
  totalPages: z.int(),
  currentPage: z.int(),
  itemsPerPage: z.int(),
  hasPreviousPage: z.boolean(),
  hasNextPage: z.boolean(),
});
export type Pagination = z.infer<typeof paginationSchema>;

/** The options of a conversion, by name. */
export const givenOptions = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
  .meta({ description: 'Those that were given; texts only until the files are erased' });
