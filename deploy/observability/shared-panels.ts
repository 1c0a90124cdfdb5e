import { EMPTY, type PanelDefinition, panel } from './grafana.ts';
import { maxBy, type Query, rateBy } from './queries.ts';

// Panels that stand on several dashboards.

/** Errors of the API by their public code. @param most - selects the series, if not all of them */
export const errorsByCode = (most: (query: Query) => Query = (query) => query): PanelDefinition =>
  panel(
    'Errors by code',
    'reqps',
    'Errors of the API by their public code.',
    [most(rateBy('code', 'http_errors_total'))],
    { empty: EMPTY.yet, stack: true },
  );

/** Active subscriptions by source and state. */
export const activeSubscriptions = panel(
  'Active subscriptions',
  'short',
  'By source and state.',
  [maxBy('source, state', 'subscriptions_active')],
  { stack: true },
);

/** Paid and refunded so far today. */
export const revenueOfTheDay = panel(
  'Revenue of the UTC day',
  'short',
  'Paid and refunded so far today, in whole units of the currency.',
  [['max by (currency, movement) (revenue_today_minor) / 100', '{{currency}} {{movement}}']],
  { empty: EMPTY.yet },
);
