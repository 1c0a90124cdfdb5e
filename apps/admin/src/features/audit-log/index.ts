export { AuditCard } from './audit-card.js';
