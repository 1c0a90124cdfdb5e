import { CATEGORIES } from '@filemill/formats';
import { z } from 'zod';

const instant = z.iso.datetime();

const remark = (example: string) =>
  z.object({
    code: z.string().meta({ description: `Stable, such as \`${example}\`` }),
    params: z
      .record(z.string(), z.union([z.string(), z.number()]))
      .meta({ description: 'What a text for the code is filled with, such as `count`' }),
    message: z.string().meta({ description: 'In English' }),
  });

/** A conversion as callers see it; instants are ISO 8601 UTC. */
export const conversionSchema = z
  .object({
    id: z.uuid(),
    kind: z.string().meta({ description: 'Category of the input' }),
    status: z.string().meta({ description: '`pending`, `converting`, `completed`, `failed` or `cancelled`' }),
    progress: z.number().meta({ description: '0 to 100' }),
    stage: z.string().meta({ description: '`queued`, `converting`, `storing` or `done`' }),
    queuePosition: z.int().nullable().meta({ description: 'Conversions ahead of it while it waits' }),
    inputFormat: z.string(),
    outputFormat: z.string(),
    originalFileName: z.string().nullable().meta({ description: 'Null once the files are erased' }),
    outputFileName: z.string().nullable().meta({ description: 'Null once the files are erased' }),
    originalSize: z.int().meta({ description: 'Bytes' }),
    convertedSize: z.int().nullable().meta({ description: 'Bytes' }),
    processingTime: z.number().nullable().meta({ description: 'Seconds' }),
    createdAt: instant,
    finishedAt: instant.nullable(),
    expiresAt: instant,
    downloadUrl: z.string().nullable().meta({ description: 'Works without headers; null without a file' }),
    losses: z.array(remark('links_dropped')).meta({
      description: 'What was dropped, substituted, re-encoded, or could not be read of a damaged file',
    }),
    notes: z.array(remark('named_differently')).meta({ description: 'What is no loss, but may surprise' }),
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
  })
  .meta({ id: 'Conversion' });
export type ConversionView = z.infer<typeof conversionSchema>;

const successFields = {
  conversionId: z.uuid(),
  downloadUrl: z.string().nullable(),
  conversion: conversionSchema,
};

/** The answer to a conversion that has ended well, to guests. */
export const guestSuccessSchema = z.object({ success: z.literal(true), data: z.object(successFields) });
export type GuestSuccess = z.infer<typeof guestSuccessSchema>;

/** The same to users and API keys. */
export const userSuccessSchema = z.object({ status: z.literal('success'), ...successFields });
export type UserSuccess = z.infer<typeof userSuccessSchema>;

/** The answer while a conversion goes on. */
export const pendingSchema = z
  .object({
    status: z.literal('pending'),
    conversionId: z.uuid(),
    statusUrl: z.string(),
    eventsUrl: z.string().meta({ description: 'Server-sent events; works without headers' }),
    data: z.object({ conversionId: z.uuid() }),
  })
  .meta({ id: 'PendingConversion' });
export type Pending = z.infer<typeof pendingSchema>;

/** `{kind}` of the path of a conversion. */
export const kindParams = z.object({ kind: z.enum([...CATEGORIES, 'auto']) });
