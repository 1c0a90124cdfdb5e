import type { MailTexts } from '../render.js';

/** Mails in French. */
export const fr: MailTexts = {
  'reset-password': {
    subject: 'Réinitialisez votre mot de passe {product}',
    paragraphs: [
      'Quelqu’un, probablement vous, a demandé à réinitialiser le mot de passe de votre compte {product}. Utilisez ce lien pour en choisir un nouveau :',
      'Le lien fonctionne une seule fois et pendant {minutes} minutes. Seul le lien le plus récent est valable.',
      'Si vous n’avez rien demandé, ignorez cet e-mail : votre mot de passe reste inchangé.',
    ],
    action: 'Choisir un nouveau mot de passe',
  },
  'password-changed': {
    subject: 'Votre mot de passe {product} a été modifié',
    paragraphs: [
      'Le mot de passe de votre compte {product} a été modifié et toutes vos sessions ont été fermées.',
      'Si ce n’était pas vous, demandez tout de suite un nouveau mot de passe sur la page de connexion et écrivez à {support}.',
    ],
  },
  'account-deleted': {
    subject: 'Votre compte {product} est supprimé',
    paragraphs: [
      'Votre compte {product} est supprimé, comme vous l’avez demandé. Vos fichiers, votre historique et votre clé d’API n’existent plus, et tout abonnement est résilié.',
      'Si ce n’était pas vous, écrivez à {support}.',
    ],
  },
};
