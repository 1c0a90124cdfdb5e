export {
  type ConversionMessage,
  conversionChannel,
  conversionMessageSchema,
  ownerChannel,
  progressKey,
  RESPONSE_TIMES_KEY,
  RESPONSE_TIMES_MAX_AGE_MS,
  type ResponseTimes,
  responseTimesSchema,
  STOPPED_ATTEMPTS_CHANNEL,
  serverNowMs,
  slotsKey,
} from './channels.js';
export { announceOwnerChange, ownerChange, readOwnerVersion } from './owner-version.js';
export {
  CONVERT_JOB,
  type ConversionJob,
  conversionJobSchema,
  FAILED_WORK_LIMIT_MS,
  JOB_OPTIONS,
  jobPriority,
  LAST_PRIORITY,
  laneSecond,
  priorityEpochStartMs,
  queueName,
  UNFINISHED_WITHOUT_PENALTY,
  WORKER_OPTIONS,
} from './queues.js';
