export { backOffMs } from '@filemill/product';
export { BackgroundLoop } from './background-loop.js';
export { bootstrap, type Closable, RUNTIME, type Runtime, RuntimeModule } from './bootstrap.js';
export { type Clock, systemClock, watchClock } from './clock.js';
export {
  ConfigError,
  flag,
  loadConfig,
  port,
  productConfig,
  type Rotating,
  redisConfig,
  rotating,
} from './config.js';
export { exemptAddresses, exemptAddressesSchema, isCountedAddress } from './exempt-addresses.js';
export { newId } from './id.js';
export { createLogger, type Logger, NestLogger } from './logger.js';
export { observeDisk, startCounterAtZero } from './metrics.js';
export { createRedis, reconnectDelayMs, redisClock } from './redis.js';
export { currentRequestId, enterContext, newRequestId, runInContext } from './request-context.js';
export { type Figure, SharedFigures } from './shared-figures.js';
export { continueTrace, failSpan, inSpan, startTrace, traceparent, withSpan } from './tracing.js';
export { parseOrThrow, ZodPipe } from './validation.js';
