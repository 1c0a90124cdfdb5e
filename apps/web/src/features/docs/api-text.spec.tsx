import { readFile } from 'node:fs/promises';
import type { Language } from '@filemill/product';
import { createI18n, type Texts } from '@filemill/web-client';
import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, render } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { ApiText, type DescribedText } from './api-text.js';

const GERMAN = JSON.parse(await readFile('apps/web/locales/de/api.json', 'utf8')) as Record<string, string>;

afterEach(cleanup);

async function show(language: Language, described: DescribedText) {
  const load = async (): Promise<Texts | undefined> => (language === 'de' ? GERMAN : undefined);
  const i18n = await createI18n(load, language, ['api']);
  const { container } = render(
    <I18nextProvider i18n={i18n}>
      <ApiText {...described} />
    </I18nextProvider>,
  );
  return container;
}

describe('ApiText', () => {
  it.each([
    ['getUser.description', 'getUser.description'],
    ['Conversion.losses[].params', 'params'],
  ])('shows the translation of %s, which has the key %s, with its codes as code', async (id, key) => {
    const translation = GERMAN[key] ?? '';
    const container = await show('de', { id, text: 'English' });
    expect(container.textContent).toBe(translation.replaceAll('`', ''));
    expect(container.querySelectorAll('code')).toHaveLength(translation.split('`').length >> 1);
    expect(container.querySelector('[lang]')).toBeNull();
  });

  it.each([
    ['de', 'newCall.description'],
    ['en', 'getUser.200'],
  ] as const)(
    'shows English to a reader of %s where there is no translation, and says so',
    async (language, id) => {
      const container = await show(language, { id, text: 'A sentence' });
      expect(container.querySelector('[lang="en"]')?.textContent).toBe('A sentence');
    },
  );
});
