import type { MailTexts } from '../render.js';

/** Mails in Italian. */
export const it: MailTexts = {
  'reset-password': {
    subject: 'Reimposta la tua password di {product}',
    paragraphs: [
      'Qualcuno, probabilmente tu, ha chiesto di reimpostare la password del tuo account {product}. Usa questo link per sceglierne una nuova:',
      'Il link funziona una sola volta e per {minutes} minuti. Vale solo il link più recente.',
      'Se non l’hai chiesto tu, ignora questa e-mail: la password resta invariata.',
    ],
    action: 'Scegli una nuova password',
  },
  'password-changed': {
    subject: 'La tua password di {product} è stata cambiata',
    paragraphs: [
      'La password del tuo account {product} è stata cambiata e tutte le sessioni sono state chiuse.',
      'Se non sei stato tu, richiedi subito una nuova password dalla pagina di accesso e scrivi a {support}.',
    ],
  },
  'account-deleted': {
    subject: 'Il tuo account {product} è stato eliminato',
    paragraphs: [
      'Il tuo account {product} è stato eliminato, come hai chiesto. I tuoi file, la cronologia e la chiave API non esistono più e un eventuale abbonamento è annullato.',
      'Se non sei stato tu, scrivi a {support}.',
    ],
  },
};
