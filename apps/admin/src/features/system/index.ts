export { StatusCard } from './status-card.js';
export { SystemTab } from './system-tab.js';
