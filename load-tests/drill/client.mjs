import { setTimeout as sleep } from 'node:timers/promises';

/** Client timeout of a request. */
export const PATIENCE_MS = 30_000;

/** Records every call to the gateway with its response; the drill's last invariant checks this journal. */
export class Client {
  /** @type {{ at: number, ms: number, what: string, status: number, retryAfter: string | null, code: string }[]} */
  journal = [];

  constructor(url) {
    this.url = url;
  }

  /**
   * @returns `{ status, body, bytes, headers }`; status 0 if there was no answer, `body` undefined unless JSON
   */
  async call(method, path, { headers = {}, body, timeoutMs = PATIENCE_MS } = {}) {
    const at = Date.now();
    const answer = await fetch(new URL(path, this.url), {
      method,
      headers,
      body,
      signal: AbortSignal.timeout(timeoutMs),
    })
      .then(async (response) => {
        const bytes = Buffer.from(await response.arrayBuffer());
        const isJson = response.headers.get('content-type')?.startsWith('application/json');
        const text = isJson ? JSON.parse(bytes) : undefined;
        return { status: response.status, headers: response.headers, bytes, body: text };
      })
      .catch((error) => ({ status: 0, headers: new Headers(), bytes: Buffer.alloc(0), error }));
    this.journal.push({
      at,
      ms: Date.now() - at,
      what: `${method} ${path.replace(/[0-9a-f-]{36}.*/, '…')}`,
      status: answer.status,
      retryAfter: answer.headers.get('retry-after'),
      code: answer.body?.error?.code ?? answer.error?.cause?.code ?? answer.error?.name ?? '',
    });
    return answer;
  }

  postJson(path, body, headers = {}) {
    const json = { 'content-type': 'application/json', ...headers };
    return this.call('POST', path, { headers: json, body: JSON.stringify(body) });
  }

  /**
   * Uploads a file and does not wait for the result.
   *
   * @param {{ headers: object, path: string, fields?: object }} caller
   */
  submit(caller, file, { key, headers = {}, timeoutMs } = {}) {
    const form = new FormData();
    form.append('outputFormat', file.to);
    form.append('file', new File([file.bytes], file.name));
    return this.call('POST', caller.path, {
      headers: {
        ...caller.headers,
        prefer: 'respond-async',
        ...(key && { 'idempotency-key': key }),
        ...headers,
      },
      body: form,
      timeoutMs,
    });
  }

  /** The conversion, or undefined while there is no answer. */
  async conversion(caller, id) {
    const { status, body } = await this.call('GET', `/api/conversions/${id}`, { headers: caller.headers });
    return status === 200 ? body : undefined;
  }

  /** Waits until a conversion has ended. @returns undefined if it has not within `timeoutMs` */
  async ended(caller, id, timeoutMs) {
    for (const end = Date.now() + timeoutMs; Date.now() < end; await sleep(250)) {
      const conversion = await this.conversion(caller, id);
      if (conversion && !['pending', 'converting'].includes(conversion.status)) return conversion;
    }
    return undefined;
  }
}
