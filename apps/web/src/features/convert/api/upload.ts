import {
  guestFingerprint,
  identityHeaders,
  noteRefusal,
  toApiError,
  unreachable,
} from '@filemill/web-client';
import type { Accepted } from './conversion.js';

export interface Order {
  readonly file: File;
  readonly outputFormat: string;
  readonly options: Readonly<Record<string, unknown>>;
}

async function formOf({ file, outputFormat, options }: Order): Promise<FormData> {
  const form = new FormData();
  // Fields first: the server can refuse before it has read the file.
  form.set('outputFormat', outputFormat);
  form.set('guestFingerprint', await guestFingerprint());
  if (Object.keys(options).length > 0) form.set('options', JSON.stringify(options));
  form.set('file', file, file.name);
  return form;
}

/**
 * Sends a file to be converted. XMLHttpRequest, since fetch cannot tell how much of a body is sent.
 *
 * @param onProgress - bytes sent so far
 * @throws {ApiError} the server's refusal; an AbortError when `signal` aborts
 */
export async function uploadFile(
  order: Order,
  signal: AbortSignal,
  onProgress: (sentBytes: number) => void,
): Promise<Accepted> {
  const [form, headers] = await Promise.all([formOf(order), identityHeaders()]);
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.open('POST', '/api/guest/convert');
    request.withCredentials = true;
    request.setRequestHeader('Prefer', 'respond-async');
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => onProgress(Math.min(event.loaded, order.file.size));
    request.onload = () => {
      if (request.status < 200 || request.status >= 300) {
        return reject(noteRefusal(toApiError(request.status, request.responseText)));
      }
      resolve(acceptedOf(request.responseText));
    };
    request.onerror = () => reject(unreachable());
    request.onabort = () => reject(signal.reason);
    request.onloadend = () => signal.removeEventListener('abort', abort);
    signal.addEventListener('abort', abort);
    request.send(form);
  });
}

/** A conversion may have ended before the answer left: then the answer is the result, without links to follow it. */
function acceptedOf(body: string): Accepted {
  const { data, statusUrl, eventsUrl } = JSON.parse(body) as Partial<Accepted> & {
    data: { conversionId: string };
  };
  const id = data.conversionId;
  return {
    conversionId: id,
    statusUrl: statusUrl ?? `/api/conversions/${id}`,
    eventsUrl: eventsUrl ?? '',
  };
}
