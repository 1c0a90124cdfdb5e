export { BackgroundLoops } from './background-loops.js';
export { Batcher } from './batcher.js';
export { createGrpcServer, type GrpcServerOptions, startGrpcServer } from './grpc-server.js';
export { type HeldLock, Locks, LocksModule } from './locks.js';
