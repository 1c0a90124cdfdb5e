import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { ACCOUNTS_CONFIG, type AccountsConfig } from '../config.js';

const ALGORITHM = 'aes-256-gcm';
/** Lengths of NIST SP 800-38D, 5.2.1.1 and 5.2.1.2. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts API keys so that only this service can show them to their owner. */
@Injectable()
export class ApiKeyCipher {
  private readonly key: Buffer;

  constructor(@Inject(ACCOUNTS_CONFIG) config: Pick<AccountsConfig, 'API_KEY_SECRET'>) {
    this.key = config.API_KEY_SECRET;
  }

  /**
   * @returns nonce, ciphertext, tag. The user's id is authenticated, so another user's row cannot be decrypted with it.
   */
  encrypt(apiKey: string, userId: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.key, nonce).setAAD(Buffer.from(userId));
    return Buffer.concat([nonce, cipher.update(apiKey, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  }

  /** @throws {Error} if it was encrypted with another secret or for another user */
  decrypt(encrypted: Buffer, userId: string): string {
    const nonce = encrypted.subarray(0, NONCE_BYTES);
    const text = encrypted.subarray(NONCE_BYTES, -TAG_BYTES);
    const decipher = createDecipheriv(ALGORITHM, this.key, nonce, { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(userId))
      .setAuthTag(encrypted.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(text), decipher.final()]).toString();
  }
}
