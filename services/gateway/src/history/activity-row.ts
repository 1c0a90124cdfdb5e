import { z } from 'zod';

/** A conversion in the lists of its owner; instants are ISO 8601 UTC, sizes bytes. */
export const activityRowSchema = z
  .object({
    id: z.uuid(),
    conversionType: z.string().meta({ description: 'Category' }),
    originalFormat: z.string(),
    outputFormat: z.string(),
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
