import type { MailTexts } from '../render.js';

/** Mails in Korean. */
export const ko: MailTexts = {
  'reset-password': {
    subject: '{product} 비밀번호 재설정',
    paragraphs: [
      '누군가(아마도 본인)가 {product} 계정의 비밀번호 재설정을 요청했습니다. 다음 링크에서 새 비밀번호를 정하세요.',
      '링크는 {minutes}분 동안 한 번만 사용할 수 있으며, 가장 최근의 링크만 유효합니다.',
      '직접 요청하지 않았다면 이 메일을 무시하세요. 비밀번호는 바뀌지 않습니다.',
    ],
    action: '새 비밀번호 정하기',
  },
  'password-changed': {
    subject: '{product} 비밀번호가 변경되었습니다',
    paragraphs: [
      '{product} 계정의 비밀번호가 변경되었고 모든 기기에서 로그아웃되었습니다.',
      '본인이 아니라면 즉시 로그인 페이지에서 새 비밀번호를 요청하고 {support}(으)로 알려 주세요.',
    ],
  },
  'account-deleted': {
    subject: '{product} 계정이 삭제되었습니다',
    paragraphs: [
      '요청하신 대로 {product} 계정이 삭제되었습니다. 파일, 기록, API 키가 모두 지워졌고 구독은 취소되었습니다.',
      '본인이 아니라면 {support}(으)로 알려 주세요.',
    ],
  },
};
