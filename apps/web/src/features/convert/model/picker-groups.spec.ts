import { describe, expect, it } from '@jest/globals';
import { aTarget } from '../../../testing/factories.js';
import { pickerGroups } from './picker-groups.js';

const TARGETS = [
  aTarget('zip', { category: 'archive' }),
  aTarget('webp'),
  aTarget('tiff'),
  aTarget('jpg'),
  aTarget('avif'),
  aTarget('gif'),
  aTarget('md', { category: 'document', label: 'Markdown' }),
  aTarget('pdf', { category: 'document' }),
];
const shown = (query: string, category: Parameters<typeof pickerGroups>[2] = 'all') =>
  pickerGroups(TARGETS, query, category).map(
    ({ id, targets }) => `${id}: ${targets.map(({ format }) => format).join(' ')}`,
  );

describe('pickerGroups', () => {
  it('shows the most wanted first, then each category: its most wanted, then the others by name', () => {
    expect(shown('')).toEqual([
      'popular: pdf jpg webp gif',
      'image: jpg webp gif avif tiff',
      'document: pdf md',
      'archive: zip',
    ]);
  });

  it('finds a format by its id and by its name', () => {
    expect(shown('MARKDOWN')).toEqual(['document: md']);
    expect(shown('i')).toContain('archive: zip');
  });

  it('shows what the search names before what only contains it', () => {
    const pictures = [aTarget('bgifx'), aTarget('gifx'), aTarget('gif')];
    expect(pickerGroups(pictures, 'gif', 'all')[0]?.targets.map(({ format }) => format)).toEqual([
      'gif',
      'gifx',
      'bgifx',
    ]);
  });

  it('shows one category', () => {
    expect(shown('', 'archive')).toEqual(['archive: zip']);
  });
});
