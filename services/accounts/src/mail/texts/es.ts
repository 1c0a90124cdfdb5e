import type { MailTexts } from '../render.js';

/** Mails in Spanish. */
export const es: MailTexts = {
  'reset-password': {
    subject: 'Restablece tu contraseña de {product}',
    paragraphs: [
      'Alguien, probablemente tú, ha pedido restablecer la contraseña de tu cuenta de {product}. Usa este enlace para elegir una nueva:',
      'El enlace funciona una sola vez y durante {minutes} minutos. Solo vale el enlace más reciente.',
      'Si no lo has pedido tú, ignora este correo: tu contraseña no cambia.',
    ],
    action: 'Elegir una contraseña nueva',
  },
  'password-changed': {
    subject: 'Tu contraseña de {product} ha cambiado',
    paragraphs: [
      'La contraseña de tu cuenta de {product} ha cambiado y se han cerrado todas tus sesiones.',
      'Si no has sido tú, pide enseguida una contraseña nueva en la página de inicio de sesión y escribe a {support}.',
    ],
  },
  'account-deleted': {
    subject: 'Tu cuenta de {product} se ha eliminado',
    paragraphs: [
      'Tu cuenta de {product} se ha eliminado, como pediste. Tus archivos, tu historial y tu clave de API ya no existen, y cualquier suscripción queda cancelada.',
      'Si no has sido tú, escribe a {support}.',
    ],
  },
};
