import { BYTES_PER_MB, CATEGORIES, type Category, fromCategories } from '@filemill/product';
import { type Plan } from './plan.js';

/** The largest figure of the plan's size rows, MB. */
export const maxFileSizeMb = (plan: Plan): number =>
  Math.max(...CATEGORIES.map((category) => plan.maxFileSizeMb[category]));

/** Largest file of each category, bytes. */
export const maxFileSizeBytes = (plan: Plan): Record<Category, number> =>
  fromCategories((category) => plan.maxFileSizeMb[category] * BYTES_PER_MB);
