import { describe, expect, it } from '@jest/globals';
import { mendEntities } from './entities.js';

const mend = (text: string) => {
  const mended = mendEntities(Buffer.from(text));
  return mended && { text: Buffer.concat(mended.parts).toString(), isWhole: mended.isWhole };
};

describe('mendEntities', () => {
  it('writes the characters that HTML names', () => {
    expect(mend('<p>ä&mdash;&nbsp;&amp;&#8212;</p>')).toEqual({
      text: '<p>ä&#8212;&#160;&amp;&#8212;</p>',
      isWhole: true,
    });
  });

  it('writes the names of others, and says that something is missing', () => {
    const text = '<!DOCTYPE a [<!ENTITY own "x &kde;">]><a lang="&language;">&own; &kde; &mdash;</a>';
    expect(mend(text)).toEqual({
      text: '<!DOCTYPE a [<!ENTITY own "x kde">]><a lang="language">&own; kde &#8212;</a>',
      isWhole: false,
    });
  });

  it('leaves text that is no markup, and files without such references', () => {
    expect(mend('<a>&kde;<![CDATA[&kde;]]>&kde;</a>')?.text).toBe('<a>kde<![CDATA[&kde;]]>kde</a>');
    expect(mend('<a>&kde;<![CDATA[&kde;</a>')?.text).toBe('<a>kde<![CDATA[&kde;</a>');
    expect(mend('<a>&lt;</a>')).toBeUndefined();
    expect(mend('')).toBeUndefined();
  });
});
