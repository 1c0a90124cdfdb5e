export { Beat } from './beat.js';
export { bootstrap, type Closable, type Runtime } from './bootstrap.js';
export { type Clock, createClock, systemClock } from './clock.js';
export { ConfigError, flag, loadConfig, platformConfig, port, productConfig, redisConfig } from './config.js';
export { exemptAddresses, exemptAddressesSchema, isCountedAddress } from './exempt-addresses.js';
export { newId } from './id.js';
export { createLogger, type Logger, NestLogger, redactUrl } from './logger.js';
export { OpsServer, type ReadinessCheck } from './ops-server.js';
export { createRedis } from './redis.js';
export {
  currentRequestId,
  enterContext,
  newRequestId,
  type RequestContext,
  runInContext,
} from './request-context.js';
export { RUNTIME, RuntimeModule } from './runtime.module.js';
export { parseOrThrow, ZodPipe } from './validation.js';
