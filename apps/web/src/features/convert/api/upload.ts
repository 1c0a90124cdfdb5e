import type { GuestSuccess, Pending, UserSuccess } from '@filemill/api';
import {
  endSessionIfRefused,
  guestFingerprint,
  identityHeaders,
  readSession,
  routeAddress,
  toApiError,
  unreachableError,
} from '@filemill/web-client';
import type { Accepted } from './conversion.js';

/** What to convert, and how. */
export interface UploadRequest {
  /** One; or several in the order in which they become one. */
  readonly files: readonly File[];
  readonly outputFormat: string;
  readonly options: Readonly<Record<string, unknown>>;
}

/** The server judges a file by its content: a name may be wrong, so the path of users names no category. */
const addressFor = (isUser: boolean): string =>
  isUser
    ? routeAddress('/api/convert/{kind}', { params: { kind: 'auto' } })
    : routeAddress('/api/guest/convert');

async function formOf({ files, outputFormat, options }: UploadRequest, isUser: boolean): Promise<FormData> {
  const form = new FormData();
  // Fields first: the server can refuse before it has read the file.
  form.set('outputFormat', outputFormat);
  if (!isUser) form.set('guestFingerprint', await guestFingerprint());
  if (Object.keys(options).length > 0) form.set('options', JSON.stringify(options));
  if (files.length > 1) form.set('combine', 'true');
  for (const file of files) form.append('file', file, file.name);
  return form;
}

/**
 * Sends a file to be converted, as the signed-in user or as a guest. XMLHttpRequest, since fetch does not report upload
 * progress.
 *
 * @param onProgress - bytes sent so far
 * @throws {ApiError} the server's refusal; an AbortError when `signal` aborts
 */
export async function uploadFile(
  uploadRequest: UploadRequest,
  signal: AbortSignal,
  onProgress: (sentBytes: number) => void,
): Promise<Accepted> {
  const isUser = readSession() !== null;
  const [form, headers] = await Promise.all([formOf(uploadRequest, isUser), identityHeaders()]);
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.open('POST', addressFor(isUser));
    request.withCredentials = true;
    request.setRequestHeader('Prefer', 'respond-async');
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    const sizeBytes = uploadRequest.files.reduce((sum, { size }) => sum + size, 0);
    request.upload.onprogress = (event) => onProgress(Math.min(event.loaded, sizeBytes));
    request.onload = () => {
      if (request.status < 200 || request.status >= 300) return reject(refusalOf(request));
      resolve(acceptedOf(request.responseText));
    };
    request.onerror = () => reject(unreachableError());
    request.onabort = () => reject(signal.reason);
    request.onloadend = () => signal.removeEventListener('abort', abort);
    signal.addEventListener('abort', abort);
    request.send(form);
  });
}

function refusalOf(request: XMLHttpRequest) {
  const error = toApiError(request.status, request.responseText);
  const seconds = Number(request.getResponseHeader('Retry-After'));
  if (seconds > 0) error.retryAfterSeconds = seconds;
  return endSessionIfRefused(error);
}

/** A conversion may have ended before the answer left: then the answer is the result, without links to follow it. */
function acceptedOf(body: string): Accepted {
  const answer = JSON.parse(body) as Pending | GuestSuccess | UserSuccess;
  return {
    conversionId: 'data' in answer ? answer.data.conversionId : answer.conversionId,
    eventsUrl: 'eventsUrl' in answer ? answer.eventsUrl : '',
  };
}
