import { readFileSync } from 'node:fs';
import { AppError } from '@filemill/errors';
import { type Converted, type Converter, createConverter } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { storedFile } from './old-files.js';
import { picturesOf, textOf } from './reading.js';

let converter: Converter;
beforeAll(async () => {
  converter = await createConverter(new URL('../src/engines/', import.meta.url), { slots: 1 });
});
afterAll(() => converter.close());

/** One red pixel. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const HEAD = [
  'From: =?utf-8?q?J=C3=BCrgen_M=C3=BCller?= <jm@example.org>',
  'To: Анна <anna@example.org>',
  'Date: Wed, 21 Nov 2012 21:11:32 +0100',
  'Subject: =?utf-8?b?5pel5pys6Kqe?= wheels',
  'MIME-Version: 1.0',
];
const lines = (...parts: string[]): Buffer => Buffer.from(`${parts.join('\r\n')}\r\n`);
const part = (boundary: string, type: string, more: readonly string[], content: string): string[] => [
  `--${boundary}`,
  `Content-Type: ${type}`,
  ...more,
  '',
  content,
];

/** HTML with a picture inside, one outside and a script; and a file. */
const RICH = lines(
  ...HEAD,
  'Content-Type: multipart/mixed; boundary=out',
  '',
  '--out',
  'Content-Type: multipart/related; boundary=in',
  '',
  ...part(
    'in',
    'text/html; charset=iso-8859-1',
    ['Content-Transfer-Encoding: quoted-printable'],
    '<p style=3D"color: red">The <b>water</b> wheel of K=F6ln</p><img src=3D"cid:one@x" alt=3D"a dot"><img src=3D"http://127.0.0.1/x.png" alt=3D"far"><script>document.write("RAN")</script>',
  ),
  ...part('in', 'image/png', ['Content-ID: <one@x>', 'Content-Transfer-Encoding: base64'], PNG),
  '--in--',
  ...part('out', 'application/pdf; name=a.pdf', ['Content-Disposition: attachment'], '%PDF-'),
  '--out--',
);

const convert = async (bytes: Buffer, from: string, to: string): Promise<Converted & { path: string }> => {
  const result = await converter.convertBytes(bytes, { from, to });
  return { ...result, path: result.outputs[0]?.path ?? '' };
};
const codesOf = ({ losses }: Converted): string[] => losses.map(({ code }) => code).toSorted();
const refusalOf = (bytes: Buffer, from: string): Promise<string> =>
  convert(bytes, from, 'txt').then(
    () => 'converted',
    (error: unknown) => AppError.from(error).code,
  );

describe('a message', () => {
  it('becomes a PDF with its head, its text and the picture inside it, and tells what it lost', async () => {
    const result = await convert(RICH, 'eml', 'pdf');
    const text = textOf(result.path, 'pdf');
    for (const words of ['Jürgen Müller', 'Анна', '日本語 wheels', 'wheel of Köln'])
      expect(text).toContain(words);
    expect(text).not.toContain('RAN');
    expect(picturesOf(result.path)).toBeGreaterThan(0);
    expect(codesOf(result)).toEqual(['attachments_dropped', 'outside_pictures_dropped', 'scripts_dropped']);
    expect(result.losses.find(({ code }) => code === 'attachments_dropped')?.params).toEqual({ count: 1 });
  });

  it('becomes a web page without scripts, whose picture is inside it', async () => {
    const { path } = await convert(RICH, 'eml', 'html');
    const page = readFileSync(path, 'utf8');
    expect(page).toContain('data:image/png;base64,');
    expect(page).toContain('<strong>water</strong>');
    expect(page).not.toMatch(/<script|RAN|127\.0\.0\.1/);
  });

  it('of plain text keeps its paragraphs and lines, and nothing is lost', async () => {
    const text = lines(...HEAD, 'Content-Type: text/plain; charset=koi8-r', '').toString();
    const koi8 = Buffer.from([0xf0, 0xd2, 0xc9, 0xd7, 0xc5, 0xd4]);
    const result = await convert(Buffer.concat([Buffer.from(text), koi8]), 'eml', 'txt');
    expect(readFileSync(result.path, 'utf8')).toContain('Привет');
    expect(codesOf(result)).toEqual([]);
  });

  it('shows its richest text alone, and pictures that no text names', async () => {
    const both = lines(
      ...HEAD,
      'Content-Type: multipart/mixed; boundary=out',
      '',
      '--out',
      'Content-Type: multipart/alternative; boundary=in',
      '',
      ...part('in', 'text/plain', [], 'the plain one'),
      ...part('in', 'text/html', [], '<p>the rich one</p>'),
      '--in--',
      ...part('out', 'image/png', ['Content-Transfer-Encoding: base64'], PNG),
      '--out--',
    );
    const { path } = await convert(both, 'eml', 'html');
    const page = readFileSync(path, 'utf8');
    expect(page).toContain('the rich one');
    expect(page).not.toContain('the plain one');
    expect(page).toContain('data:image/png;base64,');
  });

  it('that ends too early is converted as far as it goes, and says so', async () => {
    const result = await convert(RICH.subarray(0, RICH.indexOf('--in--')), 'eml', 'txt');
    expect(readFileSync(result.path, 'utf8')).toContain('wheel of Köln');
    expect(codesOf(result)).toContain('input_damaged');
  });

  it.each([
    ['FILE_ENCRYPTED', lines(...HEAD, 'Content-Type: multipart/encrypted; boundary=a', '', '--a--')],
    ['FILE_ENCRYPTED', lines(...HEAD, 'Content-Type: application/pkcs7-mime', '', 'MIAG')],
    ['FILE_CORRUPT', Buffer.from('nothing of a message\n')],
    ['FILE_TOO_LARGE', lines(...HEAD, 'Content-Type: text/html', '', '<div>'.repeat(20_000))],
    [
      'FILE_TOO_LARGE',
      lines(
        ...HEAD,
        ...Array.from(
          { length: 2_000 },
          (_, i) => `Content-Type: multipart/mixed; boundary=b${i}\r\n\r\n--b${i}`,
        ),
      ),
    ],
  ])('is refused with %s', async (code, bytes) => {
    expect(await refusalOf(bytes, 'eml')).toBe(code);
  });
});

describe('a message of Outlook', () => {
  it('is read like any other', async () => {
    const { path } = await convert(storedFile('msg'), 'msg', 'txt');
    expect(readFileSync(path, 'utf8')).toMatch(/From:[\s\S]*Date:/);
  });

  it('that is something else is refused', async () => {
    expect(await refusalOf(Buffer.from('no compound file'), 'msg')).toBe('UNSUPPORTED_FORMAT');
    const empty = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(4_000)]);
    expect(await refusalOf(empty, 'msg')).toBe('FILE_CORRUPT');
  });

  it('that ends too early is refused, or says so', async () => {
    const whole = storedFile('msg');
    for (const bytes of [3_000, 12_000]) {
      const answer = await convert(whole.subarray(0, bytes), 'msg', 'txt').then(codesOf, (error: unknown) => [
        AppError.from(error).code,
      ]);
      expect(['FILE_CORRUPT', 'input_damaged']).toContain(answer[0]);
    }
  });
});

describe('a saved web page', () => {
  it('keeps the styles and pictures that lie beside it, and has no head', async () => {
    const page = lines(
      'From: <Saved by Blink>',
      'Subject: Wheels',
      'MIME-Version: 1.0',
      'Content-Type: multipart/related; type="text/html"; boundary=in',
      '',
      ...part(
        'in',
        'text/html',
        ['Content-Location: https://example.org/mill/index.html'],
        '<html><head><title>Wheels</title><link rel="stylesheet" href="look.css"></head><body><p class="no">hidden</p><p>shown</p><img src="dot.png"></body></html>',
      ),
      ...part(
        'in',
        'text/css',
        ['Content-Location: https://example.org/mill/look.css'],
        '.no { display: none }',
      ),
      ...part(
        'in',
        'image/png',
        ['Content-Location: https://example.org/mill/dot.png', 'Content-Transfer-Encoding: base64'],
        PNG,
      ),
      '--in--',
    );
    const result = await convert(page, 'mhtml', 'pdf');
    const text = textOf(result.path, 'pdf');
    expect(text).toContain('shown');
    expect(text).not.toMatch(/hidden|Blink/);
    expect(picturesOf(result.path)).toBeGreaterThan(0);
    expect(codesOf(result)).toEqual([]);
  });
});
