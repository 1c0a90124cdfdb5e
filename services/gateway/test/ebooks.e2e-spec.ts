import { describe, expect, it } from '@jest/globals';
import { aPerson, call } from './person.js';
import { aGuest, convert, runOnResult, submit, url } from './stack.js';

const PAGE =
  '<html lang="en"><head><title>The Mill</title><meta name="author" content="Ada Miller"></head><body><h1>The Wheel</h1><p>Nobody in the valley remembered a year in which it had stood still.</p><h1>The River</h1><p>Below the weir it has made up its mind.</p></body></html>';

interface Formats {
  readonly [category: string]: { readonly formats: string[]; readonly output: string[] };
}
const get = async <T>(path: string): Promise<T> => (await fetch(url(path))).json() as Promise<T>;

/** A book that the service itself has made. */
const aBook = async (guest = aGuest()): Promise<Buffer> =>
  (await convert({ name: 'mill.html', bytes: PAGE, to: 'epub', guest })).bytes;

function formOf(name: string, bytes: Buffer, to: string): FormData {
  const form = new FormData();
  form.append('outputFormat', to);
  form.append('file', new File([new Uint8Array(bytes)], name));
  return form;
}

describe('ebooks', () => {
  it('are offered as inputs, as outputs of texts, and with their options', async () => {
    const formats = await get<Formats>('/api/formats');
    const comics = ['cb7', 'cbr', 'cbt', 'cbz'];
    expect(formats.ebook?.formats.toSorted()).toEqual([
      'azw3',
      ...comics,
      'epub',
      'fb2',
      'htmlz',
      'kepub',
      'lit',
      'lrf',
      'mobi',
      'pdb',
      'rb',
      'snb',
      'tcr',
      'txtz',
    ]);
    const usual = ['azw3', 'docx', 'epub', 'fb2', 'html', 'mobi', 'pdf', 'txt'];
    expect(formats.ebook?.output).toEqual(expect.arrayContaining(usual));
    const docx = await get<{ outputs: { format: string }[] }>('/api/formats/docx');
    expect(docx.outputs.map(({ format }) => format)).toEqual(
      expect.arrayContaining(['epub', 'mobi', 'azw3', 'fb2']),
    );
    const epub = await get<{ outputs: { format: string; options: { properties?: object } }[] }>(
      '/api/formats/epub',
    );
    const mobi = epub.outputs.find(({ format }) => format === 'mobi');
    expect(Object.keys(mobi?.options.properties ?? {})).toContain('compress');
  });

  it('convert for a guest, who is told the losses', async () => {
    const guest = aGuest();
    const book = await aBook(guest);
    expect(book.toString('latin1', 0, 60)).toContain('mimetypeapplication/epub+zip');
    const { conversion, bytes } = await convert({ name: 'mill.epub', bytes: book, to: 'mobi', guest });
    expect(conversion).toMatchObject({
      status: 'completed',
      inputFormat: 'epub',
      outputFileName: 'mill.mobi',
    });
    expect(conversion.losses.map(({ code }) => code)).toContain('styles_dropped');
    expect(bytes.toString('latin1', 60, 68)).toBe('BOOKMOBI');
    const pdf = await convert({ name: 'mill.mobi', bytes, to: 'pdf', guest });
    expect(await runOnResult('/usr/bin/pdftotext', [], 'mill.pdf', pdf.bytes, '-')).toContain(
      'Below the weir',
    );
  });

  it('convert by kind and by auto for a user, and appear in quota, history and statistics', async () => {
    const { token } = await aPerson();
    const book = await aBook();
    for (const [kind, to] of [
      ['ebook', 'fb2'],
      ['auto', 'docx'],
    ] as const) {
      const body = formOf('mill.epub', book, to);
      const headers = { authorization: `Bearer ${token}` };
      const response = await fetch(url(`/api/convert/${kind}`), { method: 'POST', headers, body });
      expect(await response.json()).toMatchObject({
        status: 'success',
        conversion: { kind: 'ebook', outputFormat: to },
      });
    }
    const { body: me } = await call<{ usage: Record<string, number> }>('GET', '/api/user', { token });
    expect(me.usage).toMatchObject({
      conversions: 2,
      ebookConversions: 2,
      ebookLimit: 10,
      documentConversions: 0,
    });
    const { body: history } = await call<{
      data: { conversions: { conversionType: string; outputFormat: string }[] };
    }>('GET', '/api/conversion-history', { token });
    expect(
      history.data.conversions.map(({ conversionType, outputFormat }) => [conversionType, outputFormat]),
    ).toEqual([
      ['ebook', 'docx'],
      ['ebook', 'fb2'],
    ]);
    const { body: figures } = await call<{ days: { byCategory: Record<string, number> }[] }>(
      'GET',
      '/api/user/analytics?days=7',
      { token },
    );
    expect(figures.days.at(-1)?.byCategory).toMatchObject({ ebook: 2 });
  });

  it('have their own limit for guests', async () => {
    const guest = aGuest();
    const book = await aBook();
    const codes: number[] = [];
    for (let i = 0; i < 6; i++)
      codes.push((await submit({ name: 'mill.epub', bytes: book, to: 'txt', guest })).status);
    expect(codes).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it('are refused as documents, and a file that is not a book is refused as a book', async () => {
    const { token } = await aPerson();
    const headers = { authorization: `Bearer ${token}` };
    const post = (kind: string, form: FormData) =>
      fetch(url(`/api/convert/${kind}`), { method: 'POST', headers, body: form });
    expect((await post('document', formOf('mill.epub', await aBook(), 'pdf'))).status).toBe(415);
    expect((await post('ebook', formOf('mill.html', Buffer.from(PAGE), 'epub'))).status).toBe(415);
    expect(
      (await post('ebook', formOf('mill.epub', Buffer.from('class A(BasicNewsRecipe): pass'), 'mobi')))
        .status,
    ).toBe(415);
  });
});
