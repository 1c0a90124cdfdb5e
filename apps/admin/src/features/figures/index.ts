export { Charts } from './charts.js';
export { PeriodSelector } from './period-selector.js';
export { StatCards } from './stat-cards.js';
