import { deflateRawSync } from 'node:zlib';
import { AppError } from '@filemill/errors';
import { describe, expect, it } from '@jest/globals';
import { BufferByteReader } from '../byte-reader.js';
import { documentInspector } from './index.js';
import { type Part, zipOf } from './testing.js';

const CONTENT_TYPES = (main: string): Part => ({
  name: '[Content_Types].xml',
  data: `<Types><Override ContentType="application/vnd.openxmlformats-officedocument.${main}.main+xml"/></Types>`,
});
const docx = (...more: Part[]): Buffer => zipOf([CONTENT_TYPES('wordprocessingml.document'), ...more]);
const odt = (...more: Part[]): Buffer =>
  zipOf([{ name: 'mimetype', data: 'application/vnd.oasis.opendocument.text', stored: true }, ...more]);

const detect = (content: Buffer | string) =>
  documentInspector.detect(new BufferByteReader(Buffer.from(content as string)));
const codeOf = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'accepted',
    (error: unknown) => AppError.from(error).code,
  );
const inspect = (content: Buffer | string, format: string) =>
  codeOf(documentInspector.inspect(new BufferByteReader(Buffer.from(content as string)), format));

describe('documentInspector.detect', () => {
  it.each([
    ['docx', docx()],
    ['xlsx', zipOf([CONTENT_TYPES('spreadsheetml.sheet')])],
    ['pptx', zipOf([CONTENT_TYPES('presentationml.presentation')])],
    ['odt', odt()],
    ['zip', zipOf([{ name: 'META-INF/MANIFEST.MF', data: 'a' }])],
    ['zip', zipOf([{ name: 'a.txt', data: 'a' }])],
    ['pdf', '%PDF-1.7\n'],
    ['rtf', '{\\rtf1 a}'],
    ['html', '\ufeff<!-- a --><!DOCTYPE html><p>a'],
    ['html', '<h1>Title</h1>'],
    ['txt', 'Привет, 漢字 🙂\n'],
    ['txt', 'MZ is where the letter begins\n'],
    ['txt', Buffer.from('\ufeffa\tb\n', 'utf16le')],
    ['txt', Buffer.from('caf\xe9\n', 'latin1')],
    ['txt', 'a,b\n1,2\n'],
  ])('knows %s by its content', async (format, content) => {
    expect(await detect(content)).toBe(format);
  });

  it.each([
    ['script', '#!/bin/sh\nrm -rf /\n'],
    ['elf', '\x7fELF\x02\x01\x01\0\0\0'],
    ['exe', 'MZ\x90\0\x03\0\0\0'],
    ['desktop', '[Desktop Entry]\nExec=sh\n'],
    ['url', '[InternetShortcut]\r\nURL=file:///etc/passwd\r\n'],
    ['lnk', Buffer.from('4c0000000114020000000000c0000000', 'hex')],
    [
      'docm',
      zipOf([
        { name: '[Content_Types].xml', data: 'application/vnd.ms-word.document.macroEnabled.main+xml' },
      ]),
    ],
  ])('names what poses as a document: %s', async (seen, content) => {
    expect(await detect(content)).toBe(seen);
  });

  it.each([
    ['an empty file', ''],
    ['bytes', Buffer.from([1, 2, 3, 0, 255, 7])],
    ['a binary with a text at its start', Buffer.concat([Buffer.alloc(70_000, 'a'), Buffer.alloc(9_000)])],
    ['a zip without its directory', docx().subarray(0, 60)],
  ])('takes %s for nothing', async (_, content) => {
    expect(await detect(content)).toBeUndefined();
  });
});

describe('documentInspector.inspect', () => {
  it('accepts a whole package', async () => {
    expect(await inspect(docx({ name: 'word/document.xml', data: 'a'.repeat(10_000) }), 'docx')).toBe(
      'accepted',
    );
  });

  it.each([
    ['a flat bomb', 'FILE_TOO_LARGE', { name: 'b', data: Buffer.alloc(40_000_000) }],
    ['a declared bomb', 'FILE_TOO_LARGE', { name: 'b', data: 'a', declaredBytes: 3_000_000_000 }],
    ['a protected entry', 'FILE_ENCRYPTED', { name: 'b', data: 'a', flags: 1 }],
    ['a name that leads outside', 'FILE_CORRUPT', { name: '../../etc/cron.d/b', data: 'a' }],
    ['an absolute name', 'FILE_CORRUPT', { name: '/etc/b', data: 'a' }],
    ['a name that is too long', 'FILE_TOO_LARGE', { name: 'b'.repeat(300), data: 'a' }],
    ['headers that differ in name', 'FILE_CORRUPT', { name: 'b', localName: 'c', data: 'a' }],
    ['headers that differ in size', 'FILE_CORRUPT', { name: 'b', data: 'a', localBytes: 9 }],
    ['headers that differ in method', 'FILE_CORRUPT', { name: 'b', data: 'a', localMethod: 0 }],
    ['spans that overlap', 'FILE_CORRUPT', { name: 'b', data: 'a', sharesOffset: true }],
    ['one name twice', 'FILE_CORRUPT', { name: '[Content_Types].xml', data: 'a' }],
  ])('refuses %s with %s', async (_, code, part) => {
    expect(await inspect(docx(part), 'docx')).toBe(code);
  });

  it('refuses more entries than the limit with FILE_TOO_LARGE', async () => {
    const parts = Array.from({ length: 10_001 }, (_, i) => ({ name: `${i}`, data: '' }));
    expect(await inspect(docx(...parts), 'docx')).toBe('FILE_TOO_LARGE');
  });

  it('refuses an OpenDocument file behind a password with FILE_ENCRYPTED', async () => {
    const manifest = '<manifest:file-entry><manifest:encryption-data/></manifest:file-entry>';
    expect(await inspect(odt({ name: 'META-INF/manifest.xml', data: manifest }), 'odt')).toBe(
      'FILE_ENCRYPTED',
    );
  });

  it.each([
    ['docx', docx().subarray(0, -30)],
    ['pdf', '%PDF-1.7\n1 0 obj\n'],
    ['rtf', '{\\rtf1 a'],
  ])('refuses a %s that is cut short with FILE_CORRUPT', async (format, content) => {
    expect(await inspect(content, format)).toBe('FILE_CORRUPT');
  });

  it('does not unpack more of a list of parts than it needs', async () => {
    const bomb = zipOf([{ name: '[Content_Types].xml', data: Buffer.alloc(9_000_000, ' ') }]);
    expect(await detect(bomb)).toBe('zip');
    expect(deflateRawSync(Buffer.alloc(9_000_000)).length).toBeLessThan(20_000);
  });
});
