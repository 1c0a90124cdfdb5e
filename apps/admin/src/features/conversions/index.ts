export { ConversionsTab } from './conversions-tab.js';
export { RecentCard } from './recent-card.js';
