import { describe, expect, it } from '@jest/globals';
import { Answers } from './answers.js';

function parse(...chunks: readonly string[]) {
  const fractions: number[] = [];
  const answers = new Answers((fraction) => fractions.push(fraction));
  for (const chunk of chunks) answers.add(Buffer.from(chunk));
  return { fractions, losses: answers.losses, refusal: answers.refusal };
}

describe('Answers', () => {
  it('joins lines that arrive in pieces', () => {
    const { fractions, losses, refusal } = parse(
      'progress 0.',
      '25\nloss links_dropped 2 \nrefused cor',
      'rupt it ends\n',
    );
    expect(fractions).toEqual([0.25]);
    expect(losses).toEqual([
      { code: 'links_dropped', params: { count: 2 }, message: expect.stringContaining('2 entries') },
    ]);
    expect(refusal).toMatchObject({ code: 'FILE_CORRUPT', params: { detail: 'it ends' } });
  });

  it('reads the years that a format can hold', () => {
    expect(parse('loss times_out_of_range 1 1980-2038\n').losses).toMatchObject([
      {
        params: { count: 1, from: '1980', to: '2038' },
        message: 'This format holds times from 1980 to 2038: 1 entry had others.',
      },
    ]);
  });

  it('keeps one loss of each kind, even if it is reported several times', () => {
    const { losses } = parse('loss links_dropped 2 \nloss duplicates_dropped 1 \n'.repeat(10_000));
    expect(losses.map(({ code }) => code)).toEqual(['links_dropped', 'duplicates_dropped']);
  });

  it('ignores words that the script does not use', () => {
    const lines = [
      ...[
        'loss constructor 1 ',
        'loss fonts_dropped 1 ',
        'loss links_dropped 0 ',
        'loss links_dropped many ',
        'loss times_out_of_range 1 ',
        'loss times_out_of_range 1 1980-<b>',
        'loss names_reencoded 1 <b>',
        'loss nothing 1 ',
      ],
      ...['progress NaN', 'progress 2', 'progress -1', 'anything'],
    ];
    expect(parse(`${lines.join('\n')}\n`)).toEqual({ fractions: [], losses: [], refusal: undefined });
    expect(parse('refused constructor\n').refusal).toMatchObject({ code: 'ENGINE_FAILED' });
  });

  it('keeps no more of a line than the longest line of the script', () => {
    const flood = 'x'.repeat(100_000);
    expect(parse(`refused corrupt ${flood}\n`).refusal?.params.detail).toHaveLength(184);
    expect(parse('refused corrupt ', flood, flood, '\n').refusal?.params.detail).toHaveLength(184);
  });
});
