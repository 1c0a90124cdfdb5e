import { describe, expect, it } from '@jest/globals';
import i18next from 'i18next';
import { ApiError } from './api-error.js';
import { errorText } from './error-text.js';

const i18n = i18next.createInstance();
await i18n.init({
  lng: 'en',
  resources: { en: { errors: { quota_exceeded: '{{message}}', internal: 'Something went wrong.' } } },
});

describe('errorText', () => {
  it('shows the words of the server where a rule fixes them', () => {
    const message =
      'Daily conversion limit reached (35/35). Create a free account for 50 conversions per month.';
    expect(errorText(i18n.t, new ApiError(429, 'quota_exceeded', message))).toBe(message);
  });

  it('shows the words of the server for a code that is newer than the page', () => {
    expect(errorText(i18n.t, new ApiError(418, 'teapot', 'I am a teapot.'))).toBe('I am a teapot.');
  });

  it('hides what is not an answer of the API', () => {
    expect(errorText(i18n.t, new TypeError('x is undefined'))).toBe('Something went wrong.');
  });
});
