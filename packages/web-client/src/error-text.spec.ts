import type { PublicCode } from '@filemill/errors';
import { describe, expect, it } from '@jest/globals';
import i18next from 'i18next';
import { ApiError } from './api-error.js';
import { errorText } from './error-text.js';

const i18n = i18next.createInstance();
await i18n.init({
  lng: 'en',
  resources: {
    en: {
      errors: {
        quota: {
          total: { guest: 'Daily limit ({{used, number}}/{{limit, number}}); {{offered, number}} a month.' },
          category: { free: 'Monthly {{category}} limit ({{used, number}}/{{limit, number}}).' },
        },
        categories: { image: 'image' },
        internal: 'Something went wrong.',
      },
    },
  },
});

describe('errorText', () => {
  it('names the plan limit that is reached, with numbers in the format of the language', () => {
    const total = { plan: 'guest', used: 35, limit: 35, offered: 5_000 };
    expect(errorText(i18n.t, new ApiError(429, 'quota_exceeded', 'server', total))).toBe(
      'Daily limit (35/35); 5,000 a month.',
    );
    const details = { plan: 'free', category: 'image', used: 10, limit: 10, offered: 500 };
    expect(errorText(i18n.t, new ApiError(429, 'quota_exceeded', 'server', details))).toBe(
      'Monthly image limit (10/10).',
    );
  });

  it('shows the server’s text when parameters are missing', () => {
    expect(errorText(i18n.t, new ApiError(429, 'quota_exceeded', 'The limit is reached.'))).toBe(
      'The limit is reached.',
    );
  });

  it('shows the server’s text for a code that the page does not know', () => {
    expect(errorText(i18n.t, new ApiError(418, 'teapot' as PublicCode, 'I am a teapot.'))).toBe(
      'I am a teapot.',
    );
  });

  it('hides errors that did not come from the API', () => {
    expect(errorText(i18n.t, new TypeError('x is undefined'))).toBe('Something went wrong.');
  });
});
