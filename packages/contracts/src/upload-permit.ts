import { maxFileSizeBytes, type Plan } from '@filemill/plans';
import { newId } from '@filemill/platform';
import { keyPrefixOf, UPLOAD_DEADLINE_MS } from '@filemill/product';
import type { CheckUploadResponse } from './gen/usage/v1/usage.js';

/**
 * A permit for an upload that begins now: id, key prefix and limits. Usage gives it for large uploads, and the gateway
 * for small ones.
 *
 * @param plan - of the uploader
 * @param startedAtMs - S, Unix milliseconds
 */
export function newUploadPermit(plan: Plan, startedAtMs: number): CheckUploadResponse {
  const conversionId = newId(startedAtMs);
  return {
    conversionId,
    startedAtMs,
    keyPrefix: keyPrefixOf(conversionId, startedAtMs),
    uploadDeadlineMs: startedAtMs + UPLOAD_DEADLINE_MS,
    maxSizeBytes: maxFileSizeBytes(plan),
  };
}
