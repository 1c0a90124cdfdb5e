import { LANGUAGES } from '@filemill/product';
import { readLocales, readSources, translationFindings, usageFindings } from '@filemill/web-client/testing';
import { describe, expect, it } from '@jest/globals';
import openapi from '../../../docs/openapi.json' with { type: 'json' };
import { SAME_WORDS } from './same-words.js';

const locales = readLocales('apps/admin/locales');
const english = locales.get('en') ?? new Map<string, string>();

/** Codes that the administrators' calls may answer, from the API's description. */
function answeredCodes(): readonly string[] {
  const calls = Object.entries(openapi.paths).filter(([path]) => path.startsWith('/api/admin/'));
  const descriptions = JSON.stringify(calls).matchAll(/"description":"((?:`[a-z_]+`(?:, )?)+)"/g);
  return [...new Set([...descriptions].flatMap(([, codes = '']) => codes.match(/[a-z_]+/g) ?? []))];
}

describe('the texts', () => {
  it('exist in all languages that the site offers', () => {
    expect([...locales.keys()].sort()).toEqual(LANGUAGES.map(({ id }): string => id).sort());
  });

  it.each([...locales])('are complete, consistent and translated in %s', (language, texts) => {
    expect(translationFindings(language, texts, english, SAME_WORDS)).toEqual([]);
  });

  it('are all used, and all used keys exist', () => {
    expect(usageFindings(readSources(['apps/admin/src', 'packages/web-client/src']), english, [])).toEqual(
      [],
    );
  });

  it('have one for every code that the calls may answer', () => {
    const codes = answeredCodes();
    expect(codes).toContain('forbidden');
    expect(codes.filter((code) => !english.has(`errors:${code}`))).toEqual([]);
  });
});

/** Texts of the specification of the administrators' page, to the letter. */
const QUOTED = {
  it: [
    'Verifica autorizzazioni...',
    'Accesso Negato',
    'Non hai i permessi per accedere a questa pagina.',
    'Torna alla Home',
    'Panoramica',
    'Utenti',
    'Conversioni',
    'Sistema',
    'Impostazioni',
    ...['ID', 'Username', 'Email', 'Piano', 'Registrato', 'Conversioni', 'Azioni'],
    ...['File', 'Utente', 'Tipo', 'Formato', 'Dimensione', 'Data', 'Stato'],
    'Nessuna conversione trovata',
    'Utente sconosciuto',
  ],
  en: [
    'Failed to fetch admin stats',
    'Failed to fetch users',
    'Failed to fetch system status',
    'Failed to fetch recent conversions',
    'Failed to suspend user',
    'Failed to upgrade user',
    'Error',
  ],
};

describe('the texts of the specification', () => {
  it.each(Object.entries(QUOTED))('stand word for word in the application in %s', (language, quoted) => {
    const texts = new Set(locales.get(language)?.values());
    expect(quoted.filter((text) => !texts.has(text))).toEqual([]);
  });
});
