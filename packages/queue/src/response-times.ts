import { z } from 'zod';

/** Redis hash of the gateways' response times: name of the gateway → {@link responseTimesSchema}. */
export const RESPONSE_TIMES_KEY = 'gateway:response-times';

/** Age from which a gateway's figures are ignored: it has ended. It writes them every 10 s. */
export const RESPONSE_TIMES_MAX_AGE_MS = 35_000;

/** Answers of one gateway in the last minutes; transfers and waits for a conversion are not among them. */
export const responseTimesSchema = z.object({
  /** When it was written, Unix milliseconds. */
  atMs: z.number(),
  requests: z.number().min(0),
  /** Sum of their durations. */
  seconds: z.number().min(0),
});
export type ResponseTimes = z.infer<typeof responseTimesSchema>;
