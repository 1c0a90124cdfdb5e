import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';

/** One mail as it was received. */
export interface CaughtMail {
  readonly to: string;
  /** Headers and body, with long lines joined and quoted-printable decoded. */
  readonly source: string;
}

/** A mail server for one test. */
export class Mailbox {
  readonly mails: CaughtMail[] = [];
  /** Answers the next recipients with this SMTP code. */
  refuseWith: number | undefined;
  private server: SMTPServer | undefined;

  constructor(readonly port: number) {}

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  async open(): Promise<void> {
    this.server = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      logger: false,
      onRcptTo: (_address, _session, done) => {
        const responseCode = this.refuseWith;
        done(responseCode ? Object.assign(new Error('no'), { responseCode }) : null);
      },
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const source = decode(Buffer.concat(chunks).toString());
          this.mails.push({ to: session.envelope.rcptTo[0]?.address ?? '', source });
          done();
        });
      },
    });
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server.server, 'listening');
  }

  async close(): Promise<void> {
    const server = this.server;
    this.server = undefined;
    if (server) await new Promise<void>((resolve) => server.close(resolve));
  }

  /** The token of the newest mail to an address. */
  tokenFor(to: string): string {
    const mail = this.mails.filter((one) => one.to === to).at(-1);
    const token = mail?.source.match(/\/reset-password\?token=([\w-]{43})/)?.[1];
    if (!token) throw new Error(`no token for ${to}`);
    return token;
  }
}

/** Decodes quoted-printable (RFC 2045, 6.7), which leaves texts in other alphabets as bytes. */
const decode = (source: string): string =>
  source
    .replace(/=\r?\n/g, '')
    .replace(/(?:=[0-9A-F]{2})+/g, (run) => Buffer.from(run.replaceAll('=', ''), 'hex').toString());
