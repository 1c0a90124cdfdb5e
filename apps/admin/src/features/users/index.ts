export { UsersTab } from './users-tab.js';
