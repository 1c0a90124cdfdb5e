import { formatCount } from '@filemill/web-client';
import type { TFunction } from 'i18next';
import type { Problem } from './model/draft.js';

/** What is wrong with a value, and what would be right. */
export const problemText = (t: TFunction<'settings'>, problem: Problem, language: string): string =>
  t(`problem.${problem.id}`, { limit: 'limit' in problem ? formatCount(problem.limit, language) : '' });
