import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { createTransport, type NodemailerError } from 'nodemailer';
import { ACCOUNTS_CONFIG, type AccountsConfig } from '../config.js';
import type { RenderedMail } from './render.js';

/** Maximum time for each answer, to connecting, greeting or a command. */
const ANSWER_TIMEOUT_MS = 15_000;

/** Sends mails through the configured server. */
@Injectable()
export class Mailer implements OnApplicationShutdown {
  private readonly transport;
  private readonly domain: string;

  constructor(@Inject(ACCOUNTS_CONFIG) config: AccountsConfig) {
    const address = config.MAIL_FROM ?? config.SUPPORT_EMAIL;
    this.domain = address.slice(address.lastIndexOf('@') + 1);
    this.transport = createTransport(
      {
        url: config.SMTP_URL,
        connectionTimeout: ANSWER_TIMEOUT_MS,
        greetingTimeout: ANSWER_TIMEOUT_MS,
        socketTimeout: ANSWER_TIMEOUT_MS,
        disableFileAccess: true,
        disableUrlAccess: true,
      },
      {
        from: { name: config.PRODUCT_NAME, address },
        replyTo: config.SUPPORT_EMAIL,
        // Prevents automatic replies. @see RFC 3834, 5
        headers: { 'Auto-Submitted': 'auto-generated' },
      },
    );
  }

  /**
   * @param id - the same for each try of one mail, so that a server can recognise a repetition
   * @returns false if the server will never accept it
   * @throws {Error} if it may accept it later
   */
  async send(id: string, recipient: string, mail: RenderedMail): Promise<boolean> {
    try {
      await this.transport.sendMail({ ...mail, to: recipient, messageId: `<${id}@${this.domain}>` });
      return true;
    } catch (error) {
      const { code, command, permanent, responseCode } = error as NodemailerError;
      // A permanent error of this recipient stays; an error of our configuration will be corrected.
      if (command === 'RCPT TO' && permanent) return false;
      // Without the error itself: it names the recipient, and errors are logged.
      throw new Error(`the mail server failed: ${[code, command, responseCode].filter(Boolean).join(' ')}`);
    }
  }

  onApplicationShutdown(): void {
    this.transport.close();
  }
}
