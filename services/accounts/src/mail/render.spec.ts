import { LANGUAGE_IDS } from '@filemill/product';
import { describe, expect, it } from '@jest/globals';
import type { MailKind } from '../outbox/outbox.repository.js';
import { renderMail } from './render.js';

const KINDS: readonly MailKind[] = ['reset-password', 'password-changed', 'account-deleted'];
const values = { product: 'R&D <Mill>', support: 'help@mill.example', minutes: 30 };
const link = 'https://mill.example/reset-password?token=a_b-c&x="y"';

describe('renderMail', () => {
  it.each(LANGUAGE_IDS)('renders every mail in %s without an unfilled placeholder', (language) => {
    for (const kind of KINDS) {
      const mail = renderMail(kind, language, values, kind === 'reset-password' ? link : undefined);
      expect(mail.subject).toContain('R&D <Mill>');
      expect(mail.text).toContain('help@mill.example');
      expect(mail.html).toContain(`lang="${language}"`);
      for (const part of Object.values(mail)) expect(part).not.toMatch(/[{}]|undefined/);
      expect(mail.text.includes(link)).toBe(kind === 'reset-password');
      expect(mail.text.includes('30')).toBe(kind === 'reset-password');
    }
  });

  it('has a different text in every language', () => {
    for (const kind of KINDS) {
      const texts = LANGUAGE_IDS.map((language) => renderMail(kind, language, values).text);
      expect(new Set(texts).size).toBe(LANGUAGE_IDS.length);
    }
  });

  it('escapes values that come from the configuration', () => {
    const { html } = renderMail('reset-password', 'en', values, link);
    expect(html).toContain('R&amp;D &lt;Mill&gt;');
    expect(html).toContain('href="https://mill.example/reset-password?token=a_b-c&amp;x=&quot;y&quot;"');
    expect(html).not.toContain('<Mill>');
  });
});
