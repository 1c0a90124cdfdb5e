import { PERIOD_DAYS } from '@filemill/product';
import { z } from 'zod';

/** Days of a period in a query. */
export const periodDays = z
  .enum(PERIOD_DAYS.map(String))
  .default('30')
  .transform(Number)
  .meta({ description: 'Days up to today, UTC' });
