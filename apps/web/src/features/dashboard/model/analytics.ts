import type { AnalyticsView } from '@filemill/api';
import { CATEGORIES, type Category } from '@filemill/product';

/** A mean or a rate of fewer conversions than this says nothing. */
const MIN_SAMPLES = 20;

/** Completed conversions of a day, of all categories. */
export const countOf = ({ byCategory }: AnalyticsView['days'][number]): number =>
  CATEGORIES.reduce((total, category) => total + byCategory[category], 0);

/** What the figures are about. */
export interface Samples {
  readonly completed: number;
  /** Completed and failed. */
  readonly ended: number;
  readonly megabytes: number;
}

/** How many conversions the figures of a span were measured on; what has failed follows from the rate of success. */
export function samplesOf({ days, successRate }: AnalyticsView): Samples {
  const completed = days.reduce((total, day) => total + countOf(day), 0);
  return {
    completed,
    ended: successRate ? Math.round(completed / successRate) : completed,
    megabytes: days.reduce((total, day) => total + day.megabytes, 0),
  };
}

/** Whether there are enough conversions for a mean or a rate. */
export const isEnough = (samples: number): boolean => samples >= MIN_SAMPLES;

/** The categories that occur in a span, in the order of the page. */
export const categoriesOf = ({ days }: AnalyticsView): readonly Category[] =>
  CATEGORIES.filter((category) => days.some(({ byCategory }) => byCategory[category] > 0));
