import { describe, expect, it } from '@jest/globals';
import { filesOf } from './dropped-files.js';

const file = (name: string) => ({
  name,
  isFile: true,
  isDirectory: false,
  file: (done: (file: File) => void) => done(new File(['x'], name)),
});
const broken = (name: string) => ({
  ...file(name),
  file: (_done: unknown, fail: (error: Error) => void) => fail(new DOMException('gone', 'NotFoundError')),
});
const folder = (name: string, portions: readonly (readonly { name: string }[])[]) => {
  const left = [...portions, []];
  const readEntries = (done: (entries: unknown) => void) => done(left.shift());
  return { name, isFile: false, isDirectory: true, createReader: () => ({ readEntries }) };
};
const shut = (name: string) => ({
  ...folder(name, []),
  createReader: () => ({
    readEntries: (_done: unknown, fail: (error: Error) => void) => fail(new DOMException('shut')),
  }),
});
const dropped = (...entries: unknown[]) =>
  filesOf({
    files: [],
    items: entries.map((entry) => ({ kind: 'file', webkitGetAsEntry: () => entry })),
  } as unknown as DataTransfer);

describe('filesOf', () => {
  it('takes the files in folders, in order, and leaves out system files', async () => {
    const inner = folder('inner', [[file('c.png')]]);
    const { files, unread } = await dropped(
      folder('outer', [
        [file('b.png'), file('.DS_Store')],
        [file('a.png'), inner],
      ]),
    );
    expect(files.map(({ name }) => name)).toEqual(['a.png', 'b.png', 'c.png']);
    expect(unread).toEqual([]);
  });

  it('names unreadable files, and takes the rest', async () => {
    const { files, unread } = await dropped(
      folder('outer', [[file('a.png'), broken('b.png'), shut('inner'), file('z.png')]]),
    );
    expect(files.map(({ name }) => name)).toEqual(['a.png', 'z.png']);
    expect(unread).toEqual(['b.png', 'inner']);
  });
});
