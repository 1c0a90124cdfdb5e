import { describe, expect, it } from '@jest/globals';
import { translationFindings } from './translation-findings.js';
import { usageFindings } from './usage-findings.js';

const english = new Map([
  ['a:title', 'Title of {{file}}'],
  ['a:files_one', '{{count}} file'],
  ['a:files_other', '{{count}} files'],
  ['a:categories.image', 'Images'],
]);
const russian = new Map([
  ['a:title', 'Название {{file}}'],
  ['a:files_one', '{{count}} файл'],
  ['a:files_few', '{{count}} файла'],
  ['a:files_many', '{{count}} файлов'],
  ['a:files_other', '{{count}} файла'],
  ['a:categories.image', 'Изображения'],
]);
const change = (key: string, text?: string) => {
  const texts = new Map(russian);
  if (text === undefined) texts.delete(key);
  else texts.set(key, text);
  return translationFindings('ru', texts, english, { all: ['API'] });
};

describe('translationFindings', () => {
  it('finds nothing in correct texts', () => {
    expect(translationFindings('ru', russian, english, {})).toEqual([]);
  });

  it.each([
    ['a:files_few', undefined, 'a:files_few: missing'],
    ['a:extra', 'лишнее', 'a:extra: not in English'],
    ['a:categories.image', ' ', 'a:categories.image: empty'],
    ['a:title', 'Название {{name}}', 'a:title: placeholders “name” instead of “file”'],
    ['a:files_many', 'файлы {{file}}', 'a:files_many: placeholders “file” instead of “”'],
    ['a:categories.image', 'Images', 'a:categories.image: left in English: Images'],
    ['a:categories.image', 'Pictures', 'a:categories.image: left in English: Pictures'],
  ])('finds what is wrong with %s: %s', (key, text, finding) => {
    expect(change(key, text)).toEqual([finding]);
  });

  it.each([
    ['el', 'Αρχεία', []],
    ['el', 'Pictures', ['a:categories.image: left in English: Pictures']],
    ['ja', 'フォント', []],
    ['fr', 'Photos', []],
  ])('knows the letters of %s: %s', (language, text, findings) => {
    const texts = new Map([['a:categories.image', text]]);
    const images = new Map([['a:categories.image', 'Images']]);
    expect(translationFindings(language, texts, images, {})).toEqual(findings);
  });

  it('allows the words that are listed', () => {
    expect(change('a:categories.image', 'API')).toEqual([]);
  });
});

describe('usageFindings', () => {
  const find = (text: string) => usageFindings([{ path: 'x.tsx', text }], english, []);
  const USES =
    "const { t } = useTranslation('a'); t('title'); t('files', { count }); t(`categories.${category}`);";

  it('finds nothing when all texts are used', () => {
    expect(find(USES)).toEqual([]);
  });

  it('finds unused texts, and keys without a text', () => {
    expect(find(USES.replace("t('title')", "t('titel')"))).toEqual([
      'a:title: not used',
      'x.tsx: titel: no such text',
    ]);
    expect(find(USES.replace('categories.', ''))).toEqual(['a:categories.image: not used']);
  });
});
