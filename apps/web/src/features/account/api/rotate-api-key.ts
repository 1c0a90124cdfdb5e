import type { ApiKey } from '@filemill/api';
import { sendJson } from '@filemill/web-client';

/** Creates a new API key; the old one is invalid at once. @throws {ApiError} `plan_required` without Pro */
export const rotateApiKey = async (): Promise<string> =>
  (await sendJson<ApiKey>('POST', '/api/user/api-key')).apiKey;
