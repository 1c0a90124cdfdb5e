import type { MailTexts } from '../render.js';

/** Mails in Portuguese, as most of its readers write it. */
export const pt: MailTexts = {
  'reset-password': {
    subject: 'Redefina sua senha do {product}',
    paragraphs: [
      'Alguém, provavelmente você, pediu para redefinir a senha da sua conta do {product}. Use este link para escolher uma nova:',
      'O link funciona uma única vez e por {minutes} minutos. Só vale o link mais recente.',
      'Se você não fez este pedido, ignore este e-mail: sua senha não muda.',
    ],
    action: 'Escolher uma nova senha',
  },
  'password-changed': {
    subject: 'Sua senha do {product} foi alterada',
    paragraphs: [
      'A senha da sua conta do {product} foi alterada e todas as suas sessões foram encerradas.',
      'Se não foi você, peça agora mesmo uma nova senha na página de login e escreva para {support}.',
    ],
  },
  'account-deleted': {
    subject: 'Sua conta do {product} foi excluída',
    paragraphs: [
      'Sua conta do {product} foi excluída, como você pediu. Seus arquivos, seu histórico e sua chave de API não existem mais, e qualquer assinatura foi cancelada.',
      'Se não foi você, escreva para {support}.',
    ],
  },
};
