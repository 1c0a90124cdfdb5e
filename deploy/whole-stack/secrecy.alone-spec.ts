import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';

/**
 * No value that the earlier tests have sent through the stack may appear where operators see it. This suite must run last;
 * Jest starts large files first, so it must stay the smallest of those that run alone.
 */
const STATE = process.env.FILEMILL_STATE ?? '';
const DATA = dirname(STATE);
/** Processes that replace external services and legitimately receive names. */
const OUTSIDE = ['mail.log', 'stripe.log'];
/** Of names; shorter ones are also words. */
const MIN_CHARACTERS = 6;
const PATTERNS = {
  'an API key': /\bfm_[0-9a-z]{38}/,
  'a signed token': /\beyJ[\w-]{10,}\.[\w-]{10,}/,
  'a token in an address': /[?&](token|api_key|key|code)=(?!\[)[\w-]{8,}/,
};

type State = { ports: Record<string, number> };

/** Logs and metrics, by the name of their process. */
const texts = new Map<string, string>();
let names: string[];
beforeAll(async () => {
  const { ports }: State = JSON.parse(readFileSync(STATE, 'utf8'));
  for (const name of readdirSync(`${DATA}/logs`))
    if (name.endsWith('.log') && !OUTSIDE.includes(name))
      texts.set(name, readFileSync(`${DATA}/logs/${name}`, 'utf8'));
  for (const [name, port] of Object.entries(ports))
    if (name.startsWith('ops-'))
      texts.set(name, await (await fetch(`http://127.0.0.1:${port}/metrics`)).text());
  const query = `SELECT original_file_name FROM usage.conversions
    UNION SELECT email FROM accounts.users UNION SELECT username FROM accounts.users`;
  const args = ['-h', `${DATA}/run`, '-p', String(ports.postgres), '-U', 'filemill_owner', '-d', 'filemill'];
  const rows = execFileSync('/usr/bin/psql', [...args, '-qAtc', query], { encoding: 'utf8' }).split('\n');
  names = rows.filter((name) => name.length >= MIN_CHARACTERS);
});

describe('logs and metrics, after all other tests', () => {
  it('have names to check for', () => {
    expect(texts.size).toBeGreaterThan(15);
    expect(texts.get('gateway.log')?.length).toBeGreaterThan(10_000);
    expect(names.length).toBeGreaterThan(10);
  });

  it('contain no name of a file or a person', () => {
    const shown = [...texts].flatMap(([file, text]) =>
      names.filter((name) => text.includes(name)).map((name) => `${file}: ${name}`),
    );
    expect(shown).toEqual([]);
  });

  it.each(Object.entries(PATTERNS))('do not contain %s', (_what, pattern) => {
    const shown = [...texts].flatMap(([file, text]) => {
      const found = pattern.exec(text);
      return found ? [`${file}: ${found[0]}`] : [];
    });
    expect(shown).toEqual([]);
  });
});
