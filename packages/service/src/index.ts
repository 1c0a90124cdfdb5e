export { Batcher } from './batcher.js';
export { type ServiceDefinition, serviceConfig } from './definition.js';
export { BackgroundLoops, createGrpcServer, runService, startGrpcServer } from './grpc-server.js';
export { type HeldLock, Locks, LocksModule } from './locks.js';
export { MessageTable, type StoredMessage } from './messages/message-table.js';
export { MessageWorker } from './messages/message-worker.js';
export { createOutboxWorker, type Delivery, type MessageReceiver, OutboxMetrics } from './messages/outbox.js';
export { purgeAll } from './purge.js';
