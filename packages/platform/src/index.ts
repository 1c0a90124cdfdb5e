export { Beat } from './beat.js';
export { beginAtZero } from './begin-at-zero.js';
export { bootstrap, type Closable, type Runtime } from './bootstrap.js';
export { type Clock, createClock, systemClock } from './clock.js';
export { ConfigError, flag, loadConfig, platformConfig, port, productConfig, redisConfig } from './config.js';
export { observeDisk } from './disk-metrics.js';
export { exemptAddresses, exemptAddressesSchema, isCountedAddress } from './exempt-addresses.js';
export { newId } from './id.js';
export { createLogger, type Logger, NestLogger, redactUrl } from './logger.js';
export { OpsServer, type ReadinessCheck } from './ops-server.js';
export { createRedis, reconnectDelayMs } from './redis.js';
export {
  currentRequestId,
  enterContext,
  newRequestId,
  type RequestContext,
  runInContext,
} from './request-context.js';
export { RUNTIME, RuntimeModule } from './runtime.module.js';
export { type Figure, SharedFigures } from './shared-figures.js';
export {
  continueTrace,
  failSpan,
  inSpan,
  startTrace,
  traceparent,
  withSpan,
} from './tracing.js';
export { parseOrThrow, ZodPipe } from './validation.js';
