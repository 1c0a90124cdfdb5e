import type { BillingClient, UsageClient } from '@filemill/contracts';
import { AppError } from '@filemill/errors';
import type { Clock } from '@filemill/platform';
import type { Delivery, MessageReceiver, StoredMessage } from '@filemill/service';
import type { AccountsConfig } from '../config.js';
import type { Mailer } from '../mail/mailer.js';
import { renderMail } from '../mail/render.js';
import type { BillingMessage, MailMessage, UsageMessage } from '../outbox/outbox.repository.js';
import { RESET_MINUTES, type ResetLinks } from '../resets/reset-links.js';
import type { User } from '../users/user.entity.js';
import type { UsersRepository } from '../users/users.repository.js';

/** Informs usage whose conversions to cancel, and whose to erase. */
export class UsageReceiver implements MessageReceiver<UsageMessage> {
  readonly name = 'usage';
  /** Two tries of 5 s, and a margin. */
  readonly leaseMs = 15_000;
  readonly longestPauseMs = 5 * 60_000;

  constructor(private readonly usage: UsageClient) {}

  async deliver({ kind, subject, payload }: StoredMessage<UsageMessage>): Promise<Delivery> {
    const owner = { kind: 'user' as const, id: subject, address: '', plan: payload.plan };
    if (kind === 'erase-owner') await this.usage.eraseOwner({ owner });
    else await this.usage.cancelOwner({ owner });
    return 'delivered';
  }
}

/**
 * Informs billing that a subscription ends: at once when the account is deleted, at the end of the period when it is
 * suspended.
 */
export class BillingReceiver implements MessageReceiver<BillingMessage> {
  readonly name = 'billing';
  /** Two tries, and a margin. */
  readonly leaseMs = 75_000;
  readonly longestPauseMs = 5 * 60_000;
  /** Stripe may be asked on the way. */
  private readonly deadlineMs = 30_000;

  constructor(private readonly billing: BillingClient) {}

  async deliver({ kind, subject: userId }: StoredMessage<BillingMessage>): Promise<Delivery> {
    const { deadlineMs } = this;
    if (kind === 'erase-user') await this.billing.eraseUser({ userId }, { deadlineMs });
    else await this.billing.cancelSubscription({ userId }, { deadlineMs }).catch(unlessThereIsNone);
    return 'delivered';
  }
}

/** Most suspended users never paid, or have cancelled already. */
function unlessThereIsNone(error: unknown): void {
  if (!(error instanceof AppError && error.code === 'NOT_FOUND')) throw error;
}

/** After this time a mail is dropped. */
const MAX_AGE_MS = 24 * 3_600_000;

/** Renders and sends mails. */
export class MailReceiver implements MessageReceiver<MailMessage> {
  readonly name = 'mail';
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
