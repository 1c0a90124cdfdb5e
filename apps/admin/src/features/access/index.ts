export { Checking } from './checking.js';
export { Denied } from './denied.js';
export { type Access, useAccess } from './use-access.js';
