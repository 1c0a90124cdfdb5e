import type { MailTexts } from '../render.js';

/** Mails in English. */
export const en: MailTexts = {
  'reset-password': {
    subject: 'Reset your {product} password',
    paragraphs: [
      'Somebody, probably you, asked to reset the password of your {product} account. Use this link to choose a new one:',
      'The link works once and for {minutes} minutes. Only the newest link counts.',
      'If you did not ask for this, ignore this mail: your password stays as it is.',
    ],
    action: 'Choose a new password',
  },
  'password-changed': {
    subject: 'Your {product} password was changed',
    paragraphs: [
      'The password of your {product} account was changed, and you were signed out everywhere.',
      'If that was not you, ask for a new password on the sign-in page at once and write to {support}.',
    ],
  },
  'account-deleted': {
    subject: 'Your {product} account is deleted',
    paragraphs: [
      'Your {product} account is deleted, as you asked. Your files, your history and your API key are gone, and a subscription is cancelled.',
      'If that was not you, write to {support}.',
    ],
  },
};
