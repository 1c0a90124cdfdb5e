import type { MailTexts } from '../render.js';

/** Mails in German. */
export const de: MailTexts = {
  'reset-password': {
    subject: 'Neues Passwort für {product}',
    paragraphs: [
      'Jemand, vermutlich Sie, möchte das Passwort Ihres {product}-Kontos zurücksetzen. Mit diesem Link wählen Sie ein neues:',
      'Der Link funktioniert einmal und {minutes} Minuten lang. Nur der neueste Link gilt.',
      'Falls Sie das nicht waren, beachten Sie diese E-Mail nicht: Ihr Passwort bleibt, wie es ist.',
    ],
    action: 'Neues Passwort wählen',
  },
  'password-changed': {
    subject: 'Ihr Passwort für {product} wurde geändert',
    paragraphs: [
      'Das Passwort Ihres {product}-Kontos wurde geändert, und Sie wurden überall abgemeldet.',
      'Falls Sie das nicht waren, fordern Sie auf der Anmeldeseite sofort ein neues Passwort an und schreiben Sie an {support}.',
    ],
  },
  'account-deleted': {
    subject: 'Ihr {product}-Konto ist gelöscht',
    paragraphs: [
      'Ihr {product}-Konto ist gelöscht, wie Sie es wollten. Ihre Dateien, Ihr Verlauf und Ihr API-Schlüssel sind fort, ein Abonnement ist gekündigt.',
      'Falls Sie das nicht waren, schreiben Sie an {support}.',
    ],
  },
};
