import { describe, expect, it } from '@jest/globals';
import { withBoxesAsText } from './text-boxes.js';

const paragraph = (content: string): string => `<w:p w:rsidR="1">${content}</w:p>`;
const run = (text: string): string => `<w:r><w:t>${text}</w:t></w:r>`;
const box = (content: string): string =>
  `<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:txbxContent>${content}</w:txbxContent></mc:Choice><mc:Fallback><w:pict><w:txbxContent>${content}</w:txbxContent></w:pict></mc:Fallback></mc:AlternateContent></w:r>`;

describe('withBoxesAsText', () => {
  it('puts each text box behind its paragraph, once', () => {
    const [one, two, after] = [paragraph(run('one')), paragraph(run('two')), paragraph(run('after'))];
    const tied = paragraph(run('before') + box(one) + box(two));
    expect(withBoxesAsText(`<w:body>${tied}<w:p/>${after}</w:body>`)).toBe(
      `<w:body>${tied}${one}${two}<w:p/>${after}</w:body>`,
    );
  });

  it('finds the boxes of programs that write no second form', () => {
    const content = paragraph(run('one'));
    const tied = paragraph(
      `<w:pict><v:textbox><w:txbxContent>${content}</w:txbxContent></v:textbox></w:pict>`,
    );
    expect(withBoxesAsText(tied + paragraph(''))).toBe(tied + content + paragraph(''));
  });

  it('changes nothing else, also where tags are missing', () => {
    for (const xml of [
      '',
      paragraph(run('a')),
      '<w:p><w:txbxContent><w:p>',
      '</w:txbxContent></w:p>',
      '<w:pPr/>',
    ])
      expect(withBoxesAsText(xml)).toBe(xml);
  });
});
