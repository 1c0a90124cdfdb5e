import { z } from 'zod';

/** Body of `GET /api/statistics`. */
export const statisticsSchema = z
  .object({
    totalConversions: z.int(),
    totalDataProcessedMB: z.number().meta({ description: 'Input of completed conversions, two decimals' }),
  })
  .meta({ id: 'Statistics' });
export type Statistics = z.infer<typeof statisticsSchema>;

/** Body of `GET /api/system-status`. */
export const systemStatusSchema = z
  .object({
    status: z.enum(['operational', 'degraded', 'down']).meta({
      description: '`down` when nothing can be converted, `degraded` when something else is missing',
    }),
    components: z.array(z.object({ name: z.string(), status: z.enum(['operational', 'down']) })),
  })
  .meta({ id: 'SystemStatus' });
export type SystemStatus = z.infer<typeof systemStatusSchema>;
