import { readFile } from 'node:fs/promises';
import type { Language } from '@filemill/product';
import { createI18n, type Texts } from '@filemill/web-client';
import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, render } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { ApiText } from './api-text.js';

const GERMAN = JSON.parse(await readFile('apps/web/locales/de/api.json', 'utf8')) as Texts;

afterEach(cleanup);

async function shown(language: Language, text: string) {
  const i18n = await createI18n(async () => (language === 'de' ? GERMAN : undefined), language, ['api']);
  const { container } = render(
    <I18nextProvider i18n={i18n}>
      <ApiText text={text} />
    </I18nextProvider>,
  );
  return container;
}

describe('ApiText', () => {
  // They contain both key separators.
  it.each([
    'Suitable for polling: send the last `ETag` as `If-None-Match`.',
    'JSON object, as `GET /api/formats/{input}` describes; `"strict": true` refuses a damaged file, of which otherwise the readable part is converted',
  ])('shows “%s” in the page’s language, its codes as code', async (text) => {
    const container = await shown('de', text);
    expect(container.textContent).toBe(String(GERMAN[text]).replaceAll('`', ''));
    expect(container.querySelectorAll('code')).toHaveLength(text.split('`').length >> 1);
    expect(container.querySelector('[lang]')).toBeNull();
  });

  it.each([
    ['de', 'A text that nobody has translated'],
    ['en', 'Done'],
  ] as const)(
    'shows to a reader of %s what has no translation in English, and says so',
    async (language, text) => {
      const container = await shown(language, text);
      expect(container.querySelector('[lang="en"]')?.textContent).toBe(text);
    },
  );
});
