import type { MailTexts } from '../render.js';

/** Mails in Japanese. */
export const ja: MailTexts = {
  'reset-password': {
    subject: '{product} のパスワードの再設定',
    paragraphs: [
      '{product} アカウントのパスワードの再設定が、おそらくご本人により依頼されました。次のリンクから新しいパスワードを設定してください。',
      'リンクは {minutes} 分間、一度だけ有効です。最新のリンクのみご利用いただけます。',
      'お心当たりがない場合は、このメールを無視してください。パスワードは変更されません。',
    ],
    action: '新しいパスワードを設定',
  },
  'password-changed': {
    subject: '{product} のパスワードが変更されました',
    paragraphs: [
      '{product} アカウントのパスワードが変更され、すべての端末からログアウトしました。',
      'お心当たりがない場合は、すぐにログインページで新しいパスワードを申請し、{support} までご連絡ください。',
    ],
  },
  'account-deleted': {
    subject: '{product} アカウントを削除しました',
    paragraphs: [
      'ご依頼により、{product} アカウントを削除しました。ファイル、履歴、API キーは消去され、サブスクリプションは解約されました。',
      'お心当たりがない場合は、{support} までご連絡ください。',
    ],
  },
};
