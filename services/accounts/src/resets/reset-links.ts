import { randomBytes } from 'node:crypto';
import { RUNTIME, type Runtime } from '@filemill/platform';
import { Inject, Injectable } from '@nestjs/common';
import { ACCOUNTS_CONFIG, type AccountsConfig } from '../config.js';
import { sha256 } from '../sha256.js';
import { ResetsRepository } from './resets.repository.js';

/** A link is valid for this long after its mail was sent. */
export const RESET_MINUTES = 30;
/** 256 random bits. */
const TOKEN_BYTES = 32;

/** Makes the links of reset mails. */
@Injectable()
export class ResetLinks {
  constructor(
    private readonly resets: ResetsRepository,
    @Inject(ACCOUNTS_CONFIG) private readonly config: AccountsConfig,
    @Inject(RUNTIME) private readonly runtime: Runtime,
  ) {}

  /** Creates a new link for a user; earlier ones become invalid. Only the mail contains the token. */
  async create(userId: string): Promise<string> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const expiresAt = new Date(this.runtime.clock.nowMs() + RESET_MINUTES * 60_000);
    await this.resets.put({ userId, tokenHash: sha256(token), expiresAt });
    return `${this.config.PUBLIC_URL.replace(/(?<!\/)\/+$/, '')}/reset-password?token=${token}`;
  }
}
