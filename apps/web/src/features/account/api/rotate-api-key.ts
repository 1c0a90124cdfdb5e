import { sendJson } from '@filemill/web-client';

/** Makes a new API key; the one before dies at once. @throws {ApiError} `plan_required` without Pro */
export const rotateApiKey = async (): Promise<string> =>
  (await sendJson<{ apiKey: string }>('POST', '/api/user/api-key')).apiKey;
