import { CODES, type Code, publicCode } from '@filemill/errors';
import { describe, expect, it } from '@jest/globals';
import { ApiError } from './api-error.js';
import { errorText } from './error-text.js';
import { i18n } from './i18n.js';
import { resources } from './languages.js';

const codes = (Object.keys(CODES) as Code[]).map(publicCode);

describe('errorText', () => {
  it.each(Object.entries(resources))(
    'finds a text for every code of the error table in %s',
    (_language, texts) => {
      expect(Object.keys(texts.errors).sort()).toEqual([...codes].sort());
    },
  );

  it('shows the words of the server where a rule fixes them', () => {
    const message =
      'Daily conversion limit reached (35/35). Create a free account for 50 conversions per month.';
    expect(errorText(i18n.t, new ApiError(429, 'quota_exceeded', message))).toBe(message);
  });

  it('shows the words of the server for a code that is newer than the page', () => {
    expect(errorText(i18n.t, new ApiError(418, 'teapot', 'I am a teapot.'))).toBe('I am a teapot.');
  });

  it('hides what is not an answer of the API', () => {
    expect(errorText(i18n.t, new TypeError('x is undefined'))).not.toContain('undefined');
  });
});
