import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { checkRegexps } from './check.ts';
import { literalsBelow } from './literals.ts';
import type { Undecided } from './undecided.ts';
import { keyOf } from './verdicts.ts';

const root = mkdtempSync(join(tmpdir(), 'regexps-'));
const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const found = (): string[] =>
  literalsBelow(root, ['code']).map(
    ({ path, line, ...expression }) => `${path}:${line} ${keyOf(expression)}`,
  );
const check = (undecided: Undecided[] = []) =>
  checkRegexps({ root, folders: ['code'], cacheFile: join(root, 'verdicts.json'), undecided });

beforeEach(() => {
  rmSync(join(root, 'code'), { recursive: true, force: true });
  rmSync(join(root, 'verdicts.json'), { force: true });
});
afterAll(() => rmSync(root, { recursive: true }));

describe('literalsBelow', () => {
  it('finds literals, and expressions made of constants, with their flags', () => {
    write('code/names.ts', 'export const NAME = "[a-z]+";');
    write(
      'code/a.ts',
      [
        "import { NAME as WORD } from './names.js';",
        'const SPACE = /\\s/u;',
        'const a = /x\\/y/gi;',
        "const b = new RegExp(`^${WORD}${SPACE.source}*$`, 'm');",
        'const c = RegExp(String.raw`\\d+` + "z");',
        'const of = (name: string) => new RegExp(`^${name}=(.*)$`);',
        'const whole = (text: string) => new RegExp(text);',
      ].join('\n'),
    );
    expect(found()).toEqual([
      'code/a.ts:2 /\\s/u',
      'code/a.ts:3 /x\\/y/gi',
      'code/a.ts:4 /^[a-z]+\\s*$/m',
      'code/a.ts:5 /\\d+z/',
      'code/a.ts:6 /^x=(.*)$/',
    ]);
  });

  it('leaves out tests, and what is built or generated', () => {
    for (const path of [
      'a.spec.ts',
      'a.int-spec.ts',
      'testing.ts',
      'test/a.ts',
      'dist/a.js',
      'gen/a.ts',
      'a.json',
    ])
      write(`code/${path}`, '/a/;');
    for (const path of ['a.tsx', 'a.mjs', 'contest.ts']) write(`code/${path}`, '/b/;');
    expect(found()).toEqual(['code/a.mjs:1 /b/', 'code/a.tsx:1 /b/', 'code/contest.ts:1 /b/']);
  });
});

describe('checkRegexps', () => {
  it('refuses an expression of more than linear time, and prints its place and an attack', async () => {
    write('code/a.ts', '/^a+$/;\n/^(a|a)*$/;\n/\\s+$/;');
    const { count, findings } = await check();
    expect(count).toBe(3);
    expect(findings).toEqual([
      expect.stringMatching(/^code\/a\.ts:2: \/\^\(a\|a\)\*\$\/ is vulnerable: exponential, as with /),
      expect.stringMatching(/^code\/a\.ts:3: \/\\s\+\$\/ is vulnerable: 2nd degree polynomial, as with /),
    ]);
    expect(await check()).toEqual({ count, findings });
  });

  it('refuses an exception that is not needed', async () => {
    write('code/a.ts', '/^a+$/;');
    const exception = (source: string): Undecided => ({ source, flags: '', reason: 'a test' });
    const { findings } = await check([exception('^a+$'), exception('b')]);
    expect(findings).toEqual([
      'the list of undecided expressions does not need /^a+$/',
      'the list of undecided expressions does not need /b/',
    ]);
  });
});

describe('lint-regexps.ts', () => {
  it('ends with code 1 for a planted expression, and with 0 without it', () => {
    const run = () =>
      spawnSync(process.execPath, ['deploy/checks/lint-regexps.ts', join(root, 'code')], {
        encoding: 'utf8',
      });
    write('code/a.ts', 'export const isName = (text: string) => /^([a-z]+ ?)*$/.test(text);');
    expect(run()).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('a.ts:1: /^([a-z]+ ?)*$/ is vulnerable'),
    });
    write('code/a.ts', 'export const isName = (text: string) => /^[a-z]+$/.test(text);');
    expect(run()).toMatchObject({ status: 0, stdout: '1 regular expressions, 0 findings\n' });
  });
});
