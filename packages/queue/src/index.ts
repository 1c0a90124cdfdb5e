export {
  type ConversionMessage,
  conversionChannel,
  conversionMessageSchema,
  ownerChannel,
  progressKey,
  STAGES,
  type Stage,
  slotsKey,
} from './channels.js';
export {
  type ConversionJob,
  conversionJobSchema,
  JOB_OPTIONS,
  jobPriority,
  LANES,
  type Lane,
  queueName,
  WORKER_OPTIONS,
} from './queues.js';
