import { readFile } from 'node:fs/promises';
import type { ConversionView } from '@filemill/api';
import type { Language } from '@filemill/product';
import { createI18n, type Texts } from '@filemill/web-client';
import { describe, expect, it } from '@jest/globals';
import { lossText } from './row-losses.js';

const read = async (language: string, namespace: string): Promise<Texts> =>
  JSON.parse(await readFile(`apps/web/locales/${language}/${namespace}.json`, 'utf8')) as Texts;
const shown = async (
  language: Language,
  code: string,
  params: ConversionView['losses'][number]['params'],
) => {
  const { t } = await createI18n(read, language, ['losses']);
  return lossText(t, { code, params, message: 'The server’s own words.' }, language);
};

describe('lossText', () => {
  it('uses the page’s language and number format', async () => {
    expect(await shown('de', 'sample_rate_reduced', { limitKhz: 44.1 })).toBe(
      'Die Abtastrate wurde auf höchstens 44,1 kHz gesenkt.',
    );
    expect(await shown('ru', 'audio_tracks_dropped', { count: 2 })).toBe(
      'Пропущено звуковых дорожек: 2. Больше этот формат не вмещает.',
    );
    expect(await shown('en', 'audio_tracks_dropped', { count: 1 })).toBe(
      'One audio track was left out: this format cannot hold more.',
    );
  });

  it('names the missing part of a damaged file in its unit', async () => {
    const seconds = { unit: 'seconds', missing: 12, total: 1_200 };
    expect(await shown('de', 'input_damaged', seconds)).toBe(
      'Die Datei ist beschädigt: 12 von 1.200 Sekunden waren nicht lesbar.',
    );
    expect(await shown('en', 'input_damaged', { unit: 'unknown' })).toBe(
      'The file is damaged. What could be read of it was converted.',
    );
  });

  it.each([
    ['an unknown unit', 'input_damaged', { unit: 'voxels', missing: 1, total: 2 }],
    ['an unknown code', 'grain_lost', {}],
    ['a number that is not told', 'sample_rate_reduced', {}],
    ['a count that is not told', 'audio_tracks_dropped', {}],
  ])('falls back to the server’s text for %s', async (_what, code, params) => {
    expect(await shown('ja', code, params)).toBe('The server’s own words.');
  });
});
