import { plansViewSchema } from '@filemill/plans';
import { HEALTHS } from '@filemill/product';
import { z } from 'zod';
import { defineRoutes } from './route.js';

/** Body of `GET /api/statistics`. */
const statisticsSchema = z
  .object({
    totalConversions: z.int(),
    totalDataProcessedMB: z.number().meta({ description: 'Input of completed conversions, two decimals' }),
  })
  .meta({ id: 'Statistics' });
export type Statistics = z.infer<typeof statisticsSchema>;

/** Body of `GET /api/system-status`. */
const systemStatusSchema = z
  .object({
    status: z.enum(HEALTHS).meta({
      description: '`down` when nothing can be converted, `degraded` when something else is missing',
    }),
    components: z.array(z.object({ name: z.string(), status: z.enum(['operational', 'down']) })),
  })
  .meta({ id: 'SystemStatus' });
export type SystemStatus = z.infer<typeof systemStatusSchema>;

/** Routes of public figures. */
export const figuresApi = defineRoutes('Catalogue', {
  getPlans: {
    method: 'GET',
    path: '/api/plans',
    summary: 'What each plan allows and costs',
    callers: [],
    cacheSeconds: 15,
    answers: { 200: plansViewSchema.meta({ id: 'Plans' }) },
  },
  getStatistics: {
    method: 'GET',
    path: '/api/statistics',
    summary: 'Public totals',
    callers: [],
    cacheSeconds: 60,
    answers: { 200: statisticsSchema },
  },
  getSystemStatus: {
    method: 'GET',
    path: '/api/system-status',
    summary: 'Whether each part of the service answers',
    callers: [],
    answers: { 200: systemStatusSchema },
  },
});
