export { backOffMs } from '@filemill/product';
export { BackgroundLoop } from './background-loop.js';
export { bootstrap, type Closable, type Runtime } from './bootstrap.js';
export { type Clock, systemClock } from './clock.js';
export { watchClock } from './clock-skew.js';
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
export { observeDisk } from './disk-metrics.js';
export { exemptAddresses, exemptAddressesSchema, isCountedAddress } from './exempt-addresses.js';
export { newId } from './id.js';
export { createLogger, type Logger, NestLogger } from './logger.js';
export { createRedis, reconnectDelayMs, redisClock } from './redis.js';
export { currentRequestId, enterContext, newRequestId, runInContext } from './request-context.js';
export { RUNTIME, RuntimeModule } from './runtime.module.js';
export { type Figure, SharedFigures } from './shared-figures.js';
export { startCounterAtZero } from './start-counter-at-zero.js';
export { continueTrace, failSpan, inSpan, startTrace, traceparent, withSpan } from './tracing.js';
export { jsonText, parseOrThrow, ZodPipe } from './validation.js';
