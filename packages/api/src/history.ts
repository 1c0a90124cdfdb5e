import { CATEGORIES } from '@filemill/product';
import { z } from 'zod';
import { givenOptions, paginationSchema } from './fields.js';
import { defineRoutes } from './route.js';

/** A conversion in the lists of its owner; instants are ISO 8601 UTC, sizes bytes. */
export const activityRowSchema = z
  .object({
    id: z.uuid(),
    conversionType: z.enum(CATEGORIES),
    originalFormat: z.string(),
    outputFormat: z.string(),
    options: givenOptions,
    status: z.enum(['success', 'pending', 'failed']),
    originalSize: z.int(),
    convertedSize: z.int().nullable(),
    createdAt: z.iso.datetime(),
    processingTime: z
      .string()
      .nullable()
      .meta({ description: 'Seconds with two decimals; null before the conversion has ended' }),
    downloadUrl: z
      .string()
      .nullable()
      .meta({ description: 'Null while there is nothing to load, or no longer' }),
    expiresAt: z.iso.datetime(),
    workerJobId: z.null().meta({ description: 'A result is loaded by the id of its conversion alone' }),
    workerId: z.null(),
  })
  .meta({ id: 'Activity' });
export type ActivityRow = z.infer<typeof activityRowSchema>;

/** Body of `GET /api/conversion-history`. */
const historyPageSchema = z
  .object({
    data: z.object({
      conversions: z.array(activityRowSchema),
      pagination: paginationSchema,
    }),
  })
  .meta({ id: 'HistoryPage' });
export type HistoryPage = z.infer<typeof historyPageSchema>;

/** Routes of a user's past conversions. */
export const historyApi = defineRoutes('Conversions', {
  listConversions: {
    method: 'GET',
    path: '/api/conversion-history',
    summary: 'What the caller has converted in the last 12 months, newest first',
    callers: ['bearer', 'apiKey'],
    query: z.object({
      page: z
        .string()
        .regex(/^[1-9]\d{0,6}$/, 'a whole number from 1 to 9999999')
        .default('1')
        .transform(Number),
    }),
    answers: { 200: historyPageSchema },
  },
});
