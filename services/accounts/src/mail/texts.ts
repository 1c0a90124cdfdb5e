import type { MailKind } from '../outbox/outbox.repository.js';

/** One mail in one language. `{product}`, `{support}` and `{minutes}` are placeholders. */
interface MailText {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** Label of the link, after the first paragraph; absent in a mail without one. */
  readonly action?: string;
}

/** All mails in one language. */
export type MailTexts = Readonly<Record<MailKind, MailText>>;
