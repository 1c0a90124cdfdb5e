import { setTimeout as sleep } from 'node:timers/promises';

/** Port of the debugger of a Node process that does not name another; only one process at a time can have it. */
export const DEFAULT_PORT = 9229;
const TRIES = 100;
const PAUSE_MS = 50;

/** The debugger of a Node process, over the protocol of DevTools. */
export class Debugger {
  readonly #socket: WebSocket;
  #calls = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  /** Switches the debugger of a process on, on loopback, and connects to it. */
  static async connect(pid: number, port: number): Promise<Debugger> {
    process.kill(pid, 'SIGUSR1');
    const socket = new WebSocket(await socketUrl(port));
    await opened(socket);
    return new Debugger(socket);
  }

  /** Starts code in the process and does not wait for its end. */
  start(expression: string): void {
    this.#send('Runtime.evaluate', { expression });
  }

  /** Calls a method of the protocol. @returns its result */
  async call(method: string, params: object = {}): Promise<unknown> {
    const id = this.#send(method, params);
    for (;;) {
      const { data } = await nextMessage(this.#socket);
      const message: { id?: number; result?: unknown } = JSON.parse(String(data));
      if (message.id === id) return message.result;
    }
  }

  /** Runs code in the process. @returns its value as text */
  async evaluate(expression: string): Promise<string> {
    const answer = await this.call('Runtime.evaluate', { expression: `String(${expression})` });
    return hasValue(answer) ? answer.result.value : '';
  }

  close(): void {
    this.#socket.close();
  }

  #send(method: string, params: object): number {
    const id = ++this.#calls;
    this.#socket.send(JSON.stringify({ id, method, params }));
    return id;
  }
}

const hasValue = (answer: unknown): answer is { result: { value: string } } =>
  typeof answer === 'object' && answer !== null && 'result' in answer;

/** Address of a process's debugger, which takes a moment to listen. */
async function socketUrl(port: number): Promise<string> {
  for (let tries = 0; tries < TRIES; tries++) {
    const [target] = await fetch(`http://127.0.0.1:${port}/json`).then(
      (response): Promise<{ webSocketDebuggerUrl: string }[]> => response.json(),
      () => [],
    );
    if (target) return target.webSocketDebuggerUrl;
    await sleep(PAUSE_MS);
  }
  throw new Error(`no debugger listens on port ${port}`);
}

const opened = (socket: WebSocket): Promise<unknown> =>
  new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    rejectOnClose(socket, reject);
  });

const nextMessage = (socket: WebSocket): Promise<MessageEvent> =>
  new Promise((resolve, reject) => {
    socket.addEventListener('message', resolve, { once: true });
    rejectOnClose(socket, reject);
  });

const rejectOnClose = (socket: WebSocket, reject: (error: Error) => void): void =>
  socket.addEventListener('close', () => reject(new Error('the debugger has closed')), { once: true });

/** Whether a debugger listens on a port. */
export const isListening = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/json`).then(
    () => true,
    () => false,
  );
