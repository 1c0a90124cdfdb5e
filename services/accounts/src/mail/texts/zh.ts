import type { MailTexts } from '../render.js';

/** Mails in Chinese. */
export const zh: MailTexts = {
  'reset-password': {
    subject: '重置您的 {product} 密码',
    paragraphs: [
      '有人（可能是您本人）请求重置您的 {product} 账户密码。请使用以下链接设置新密码：',
      '该链接只能使用一次，有效期为 {minutes} 分钟，且仅最新的链接有效。',
      '如果这不是您的操作，请忽略此邮件，您的密码不会改变。',
    ],
    action: '设置新密码',
  },
  'password-changed': {
    subject: '您的 {product} 密码已更改',
    paragraphs: [
      '您的 {product} 账户密码已更改，所有设备均已退出登录。',
      '如果这不是您的操作，请立即在登录页面申请新密码，并写信至 {support}。',
    ],
  },
  'account-deleted': {
    subject: '您的 {product} 账户已删除',
    paragraphs: [
      '根据您的要求，您的 {product} 账户已删除。您的文件、历史记录和 API 密钥均已清除，订阅也已取消。',
      '如果这不是您的操作，请写信至 {support}。',
    ],
  },
};
