export { SubscribePage as Subscribe } from '../../features/billing/index.js';
