import { describe, expect, it } from '@jest/globals';
import { BufferByteReader } from '../bytes/byte-reader.js';
import { areDisjoint, at, Content, finds, shows } from './signature.js';

const open = (text: string): Promise<Content> => Content.open(new BufferByteReader(Buffer.from(text)));

describe('finds', () => {
  it('runs once for all signatures that share it', async () => {
    let looks = 0;
    const look = async (): Promise<string> => {
      looks++;
      return 'b';
    };
    const content = await open('text');
    const answers = ['a', 'b', 'c'].map((wanted) => finds(1, look, wanted).matches(content));
    expect(await Promise.all(answers)).toEqual([false, true, false]);
    expect(looks).toBe(1);
  });

  it('does not run when the first bytes differ', async () => {
    const look = (): Promise<string> => Promise.reject(new Error('it looked'));
    expect(await finds(1, look, 'a', 'PK').matches(await open('text'))).toBe(false);
  });
});

describe('areDisjoint', () => {
  const look = async (): Promise<string> => 'a';
  const other = async (): Promise<string> => 'a';

  it.each([
    ['two answers of one look', finds(1, look, 'a'), finds(1, look, 'b'), true],
    ['one answer of one look', finds(1, look, 'a'), finds(1, look, 'a'), false],
    ['answers of two looks', finds(1, look, 'a'), finds(1, other, 'b'), false],
    ['two looks behind other bytes', finds(1, look, 'a', 'PK'), finds(1, other, 'b', 'MZ'), true],
    ['other bytes at one place', at(0, 'ab'), at(1, 'c'), true],
    ['bytes at places apart', at(0, 'ab'), at(2, 'c'), false],
    ['anything', shows(1, () => true), at(0, 'a'), false],
  ])('%s', (_, one, two, apart) => {
    expect(areDisjoint(one, two)).toBe(apart);
  });
});
