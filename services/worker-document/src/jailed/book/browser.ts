import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, writeSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import type { PrintSettings } from './paper.js';

/** Chromium reads commands from descriptor 3 and writes answers to 4: `--remote-debugging-pipe`. */
const STREAMS = ['ignore', 'ignore', 'inherit', 'pipe', 'pipe'] as const;

/** An answer or an event, of the parts that are read here. */
interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly message: string };
}
type Result = Readonly<Record<string, unknown>>;

/**
 * A browser with one empty page, which prints one document. Commands and answers are JSON, each ended by a NUL.
 *
 * @see https://chromedevtools.github.io/devtools-protocol/
 */
export class Browser {
  private readonly waiting = new Map<number, PromiseWithResolvers<Result>>();
  private readonly loaded = Promise.withResolvers<void>();
  private readonly ended: Promise<Error>;
  private lastId = 0;
  private sessionId: string | undefined;
  private unread: Buffer[] = [];
  private alive = true;

  private constructor(private readonly process: ChildProcess) {
    (process.stdio[4] as Readable).on('data', (chunk: Buffer) => this.receive(chunk));
    // An error from writing to a browser that has just ended: `ended` reports its end.
    (process.stdio[3] as Writable).on('error', () => undefined);
    this.ended = once(process, 'exit').then(
      ([code, signal]) => new Error(`Chromium ended with ${code ?? signal}`),
      (error: Error) => error,
    );
    void this.ended.then(() => {
      this.alive = false;
    });
  }

  /** @returns when its page is there */
  static async start(program: string, args: readonly string[]): Promise<Browser> {
    const browser = new Browser(spawn(program, args, { stdio: [...STREAMS] }));
    const { targetId } = await browser.send('Target.createTarget', { url: 'about:blank' });
    const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: true });
    browser.sessionId = String(sessionId);
    await browser.send('Page.enable');
    return browser;
  }

  get isAlive(): boolean {
    return this.alive;
  }

  /** Opens the address and writes it as PDF, as `--print-to-pdf` would. */
  async print(
    url: string,
    path: string,
    { scale = 100, backgrounds = true }: PrintSettings = {},
  ): Promise<void> {
    const { errorText } = await this.send('Page.navigate', { url });
    if (errorText) throw new Error(`Chromium did not open the page: ${errorText}`);
    await this.unlessEnded(this.loaded.promise);
    const { stream } = await this.send('Page.printToPDF', {
      printBackground: backgrounds,
      scale: scale / 100,
      preferCSSPageSize: true,
      displayHeaderFooter: false,
      generateTaggedPDF: true,
      generateDocumentOutline: true,
      transferMode: 'ReturnAsStream',
    });
    const file = openSync(path, 'w');
    for (let isEnd = false; !isEnd; ) {
      const { data, base64Encoded, eof } = await this.send('IO.read', { handle: stream });
      writeSync(file, Buffer.from(String(data), base64Encoded ? 'base64' : 'latin1'));
      isEnd = eof === true;
    }
    closeSync(file);
  }

  /** Ends it; its jail has nothing that it should save. */
  async end(): Promise<void> {
    this.process.kill('SIGKILL');
    await this.ended;
  }

  private send(method: string, params: Result = {}): Promise<Result> {
    const id = ++this.lastId;
    const answer = Promise.withResolvers<Result>();
    this.waiting.set(id, answer);
    const { sessionId } = this;
    (this.process.stdio[3] as Writable).write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return this.unlessEnded(answer.promise);
  }

  private unlessEnded<T>(work: Promise<T>): Promise<T> {
    return Promise.race([work, this.ended.then((reason) => Promise.reject(reason))]);
  }

  private receive(chunk: Buffer): void {
    let from = 0;
    for (let end = chunk.indexOf(0); end >= 0; end = chunk.indexOf(0, from)) {
      const text = Buffer.concat([...this.unread, chunk.subarray(from, end)]).toString();
      this.unread = [];
      from = end + 1;
      this.read(JSON.parse(text) as Message);
    }
    if (from < chunk.length) this.unread.push(chunk.subarray(from));
  }

  private read({ id, method, result = {}, error }: Message): void {
    if (method === 'Page.loadEventFired') this.loaded.resolve();
    const answer = id === undefined ? undefined : this.waiting.get(id);
    if (id === undefined || !answer) return;
    this.waiting.delete(id);
    if (error) answer.reject(new Error(error.message));
    else answer.resolve(result);
  }
}
