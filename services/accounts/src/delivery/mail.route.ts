import type { Clock } from '@filemill/platform';
import type { Delivery, Route, StoredMessage } from '@filemill/service';
import type { AccountsConfig } from '../config.js';
import type { Mailer } from '../mail/mailer.js';
import { renderMail } from '../mail/render.js';
import type { MailMessage } from '../outbox/messages.js';
import { RESET_MINUTES, type ResetLinks } from '../resets/reset-links.js';
import type { User } from '../users/user.entity.js';
import type { UsersRepository } from '../users/users.repository.js';

/** After this time a mail is dropped. */
const MAX_AGE_MS = 24 * 3_600_000;

/** Renders and sends mails. */
export class MailRoute implements Route<MailMessage> {
  readonly receiver = 'mail';
  /** Longer than the mail server may take for all its answers together. */
  readonly leaseMs = 120_000;
  readonly longestPauseMs = 5 * 60_000;

  constructor(
    private readonly mailer: Mailer,
    private readonly users: UsersRepository,
    private readonly links: ResetLinks,
    private readonly config: AccountsConfig,
    private readonly clock: Clock,
  ) {}

  async deliver(message: StoredMessage<MailMessage>): Promise<Delivery> {
    const { id, kind, subject: recipient, payload, storedAt } = message;
    if (this.clock.nowMs() - storedAt.getTime() > MAX_AGE_MS) return 'dropped';
    const user = await this.users.findByEmail(recipient);
    if (kind === 'reset-password' && !mayReset(user)) return 'dropped';
    // Created now: the minutes count from the mail, and no queue or backup ever contains a link.
    const link = kind === 'reset-password' && user ? await this.links.create(user.id) : undefined;
    const { PRODUCT_NAME: product, SUPPORT_EMAIL: support } = this.config;
    const values = { product, support, minutes: RESET_MINUTES };
    const mail = renderMail(kind, payload.language ?? user?.language ?? 'en', values, link);
    const taken = await this.mailer.send(`${id}.${storedAt.getTime()}`, recipient, mail);
    return taken ? 'delivered' : 'dropped';
  }
}

const mayReset = (user: User | null): boolean => user !== null && user.suspendedAt === null;
