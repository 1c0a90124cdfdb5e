import { describe, expect, it } from '@jest/globals';
import { translationFindings } from './translation-findings.js';
import { usageFindings } from './usage-findings.js';

const english = new Map([
  ['a:title', 'Title of {{file}}'],
  ['a:files_one', '{{count}} file'],
  ['a:files_other', '{{count}} files'],
  ['a:kinds.image', 'Images'],
]);
const russian = new Map([
  ['a:title', 'Название {{file}}'],
  ['a:files_one', '{{count}} файл'],
  ['a:files_few', '{{count}} файла'],
  ['a:files_many', '{{count}} файлов'],
  ['a:files_other', '{{count}} файла'],
  ['a:kinds.image', 'Изображения'],
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
    ['a:kinds.image', ' ', 'a:kinds.image: empty'],
    ['a:title', 'Название {{name}}', 'a:title: placeholders “name” instead of “file”'],
    ['a:files_many', 'файлы {{file}}', 'a:files_many: placeholders “file” instead of “”'],
    ['a:kinds.image', 'Images', 'a:kinds.image: left in English: Images'],
    ['a:kinds.image', 'Pictures', 'a:kinds.image: left in English: Pictures'],
  ])('finds what is wrong with %s: %s', (key, text, finding) => {
    expect(change(key, text)).toEqual([finding]);
  });

  it('allows the words that are listed', () => {
    expect(change('a:kinds.image', 'API')).toEqual([]);
  });
});

describe('usageFindings', () => {
  const find = (text: string) => usageFindings([{ path: 'x.tsx', text }], english, []);
  const USES = "const { t } = useTranslation('a'); t('title'); t('files', { count }); t(`kinds.${kind}`);";

  it('finds nothing when all texts are used', () => {
    expect(find(USES)).toEqual([]);
  });

  it('finds unused texts, and keys without a text', () => {
    expect(find(USES.replace("t('title')", "t('titel')"))).toEqual([
      'a:title: not used',
      'x.tsx: titel: no such text',
    ]);
    expect(find(USES.replace('kinds.', ''))).toEqual(['a:kinds.image: not used']);
  });
});
