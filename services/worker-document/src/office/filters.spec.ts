import { type FormatSpec, registry } from '@filemill/formats';
import { describe, expect, it } from '@jest/globals';
import { documentFields, filtersOf, formatOf } from './filters.js';

const declared = (id: string): FormatSpec => formatOf(id);
const pairs = registry
  .pairs()
  .flatMap(({ steps }) => steps)
  .filter(({ engine }) => engine === 'libreoffice');

describe('filtersOf', () => {
  it('has filters for every pair that goes through LibreOffice', () => {
    expect(pairs.length).toBeGreaterThan(60);
    for (const { from, to } of pairs) expect(filtersOf(from, to).imports.length).toBeGreaterThan(0);
  });

  it.each(['a\tb', 'a\nb', 'a|b', '', 'a;b', 'a'.repeat(65)])('refuses a filter named %j', (filter) => {
    const docx = declared('docx');
    const named: FormatSpec = { ...docx, read: { libreoffice: { as: 'writer', filters: [filter] } } };
    expect(() => filtersOf(named, declared('odt'))).toThrow('cannot be named');
  });

  it('refuses a pair that LibreOffice does not convert', () => {
    expect(() => filtersOf(declared('docx'), declared('xlsx'))).toThrow('no xlsx of docx');
  });
});

describe('documentFields', () => {
  it('returns eight fields without tabs or line ends', () => {
    for (const { from, to } of pairs) {
      const fields = documentFields('/job/in/in', '/job/out/out', filtersOf(from, to), true);
      expect(fields).toHaveLength(8);
      expect(fields.some((field) => /[\t\n\r]/.test(field))).toBe(false);
    }
  });

  it('contains the handling of sheets and whether the file is damaged', () => {
    const modeOf = (from: string, to: string, repair = false) =>
      documentFields('', '', filtersOf(declared(from), declared(to)), repair)[6];
    expect([
      modeOf('xlsx', 'csv'),
      modeOf('xlsx', 'pdf'),
      modeOf('docx', 'pdf'),
      modeOf('xlsx', 'pdf', true),
    ]).toEqual(['s', 'p', '', 'pr']);
  });
});
