export type { AccountAction } from './action.js';
export { AccountDialog } from './components/account-dialog.js';
export { AccountMenu } from './components/account-menu.js';
export { ApiKeyCard } from './components/api-key-card.js';
export { SubscriptionActions } from './components/subscription-actions.js';
export { SubscriptionNote } from './components/subscription-note.js';
