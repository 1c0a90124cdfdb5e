import { createHash } from 'node:crypto';
import { HEADERS } from '@filemill/product';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AS_GUEST, PNG, TestGateway } from './support/gateway.js';
import type { TestUser } from './support/memory-accounts.js';

type Form = [string, string | File][];
interface Answer {
  status: string;
  message: string;
  conversionId?: string;
  conversion?: Record<string, unknown>;
  data?: { conversion: Record<string, unknown> };
  error?: { code: string; fields?: Record<string, string>; limitBytes?: number; file?: number };
}

/** A PNG of its own: bytes after its end change nothing. */
const png = (name: string, more = name): File => new File([PNG, more], name);
const sha256 = (...parts: (Buffer | string)[]): string =>
  createHash('sha256')
    .update(Buffer.concat(parts.map((part) => Buffer.from(part))))
    .digest('hex');
const pngs = (count: number): File[] => Array.from({ length: count }, (_, index) => png(`${index + 1}.png`));
const combining = (files: readonly File[], to = 'pdf', more: Form = []): Form => [
  ['outputFormat', to],
  ['combine', 'true'],
  ...more,
  ...files.map((file): [string, File] => ['file', file]),
];

describe('several files with combine', () => {
  let gateway: TestGateway;
  let free: TestUser;
  let pro: TestUser;
  beforeAll(async () => {
    gateway = await TestGateway.start({}, 'grpc');
    [free, pro] = [await gateway.accounts.addUser(), await gateway.accounts.addUser({ plan: 'pro' })];
  });
  afterAll(() => gateway.stop());
  beforeEach(() => {
    gateway.store.objects.clear();
    gateway.usage.rows.clear();
    gateway.completeWith(Buffer.from('%PDF'), 'pdf');
  });

  const send = async (entries: Form, headers: Record<string, string> = free.bearer, kind = 'auto') => {
    const path = headers === AS_GUEST ? '/api/guest/convert' : `/api/convert/${kind}`;
    const response = await gateway.convert(entries, headers, path);
    return { response, status: response.status, body: (await response.json()) as Answer };
  };
  const onlyRow = () => {
    const rows = [...gateway.usage.rows.values()];
    expect(rows).toHaveLength(1);
    return rows[0];
  };
  /** Names and contents of the input objects. */
  const inputs = () =>
    [...gateway.store.objects]
      .filter(([key]) => key.includes('/input'))
      .map(([key, bytes]) => [key.slice(key.lastIndexOf('/') + 1), bytes.subarray(PNG.length).toString()]);

  it('are stored in their order, and become one conversion of the category of the output', async () => {
    const { status, body } = await send(combining([png('b.png'), png('a.png'), png('c.png')]));
    expect(status).toBe(200);
    expect(inputs()).toEqual([
      ['input', 'b.png'],
      ['input-2', 'a.png'],
      ['input-3', 'c.png'],
    ]);
    expect(onlyRow()).toMatchObject({ category: 'document', lane: 'image', inputFormat: 'png' });
    expect(body.conversion).toMatchObject({
      ...{ kind: 'document', inputFormat: 'png', outputFormat: 'pdf' },
      ...{ originalFileName: 'b.png', outputFileName: 'b.pdf', originalSize: PNG.length + 5 },
      inputs: ['b.png', 'a.png', 'c.png'].map((name) => ({
        ...{ fileName: name, format: 'png', size: PNG.length + 5, sha256: sha256(PNG, name) },
      })),
    });
  });

  it('may come before the fields, and from a guest', async () => {
    const entries: Form = [
      ...pngs(2).map((file): [string, File] => ['file', file]),
      ['combine', 'true'],
      ['outputFormat', 'pdf'],
    ];
    const { status, body } = await send(entries, AS_GUEST);
    expect(status).toBe(200);
    expect(body.data?.conversion.inputs).toHaveLength(2);
    expect(onlyRow()?.owner?.kind).toBe('guest');
  });

  it('are told of by the description of their format', async () => {
    const response = await gateway.fetch('/api/formats/png');
    const { combinesInto } = (await response.json()) as {
      combinesInto: { format: string; options: { properties: Record<string, unknown> } }[];
    };
    const formats = combinesInto.map(({ format }) => format);
    expect(formats).toEqual(expect.arrayContaining(['pdf', 'gif', 'webp', 'apng', 'zip']));
    expect(formats).not.toContain('jpg');
    const gif = combinesInto.find(({ format }) => format === 'gif');
    expect(Object.keys(gif?.options.properties ?? {})).toEqual(expect.arrayContaining(['frameMs', 'width']));
  });

  it('have no inputs in the answer without combine', async () => {
    const { body } = await send([
      ['outputFormat', 'jpg'],
      ['file', png('a.png')],
    ]);
    expect(body.conversion).not.toHaveProperty('inputs');
  });

  it.each<[string, Form]>([
    ['the field is missing', [['outputFormat', 'pdf'], ...pngs(2).map((f): [string, File] => ['file', f])]],
    [
      'the field says no',
      [['outputFormat', 'pdf'], ['combine', 'false'], ...pngs(2).map((f): [string, File] => ['file', f])],
    ],
    [
      'the field says no at the end',
      [['outputFormat', 'pdf'], ...pngs(2).map((f): [string, File] => ['file', f]), ['combine', 'false']],
    ],
  ])('are refused where %s, and nothing of them stays', async (_name, entries) => {
    const { status, body } = await send(entries);
    expect([status, body.error?.fields]).toEqual([400, { file: 'one file at most' }]);
    expect([gateway.store.objects.size, gateway.usage.rows.size]).toEqual([0, 0]);
  });

  it('are at most as many as the plan allows at once', async () => {
    const { status, body } = await send(combining(pngs(12)), AS_GUEST);
    expect([status, body.error?.fields]).toEqual([400, { file: 'at most 10 files' }]);
    expect([gateway.store.objects.size, gateway.usage.rows.size]).toEqual([0, 0]);
    expect((await send(combining(pngs(10)), AS_GUEST)).status).toBe(200);
    gateway.usage.rows.clear();
    expect((await send(combining(pngs(100)), pro.bearer)).status).toBe(200);
    expect(onlyRow()?.inputs).toHaveLength(100);
  });

  describe('have a limit of their sizes together', () => {
    const MB = 1_048_576;
    const half = (name: string) => new File([PNG, Buffer.alloc(0.6 * MB, name)], name);
    beforeAll(() => {
      const { plans } = gateway.usage;
      const maxFileSizeMb = { ...plans.guest.maxFileSizeMb, document: 1, image: 3, archive: 2 };
      gateway.usage.plans = { ...plans, guest: { ...plans.guest, maxFileSizeMb } };
      gateway.usage.plansVersion += 1;
    });

    it.each([
      ['before the files', (files: Form): Form => [['outputFormat', 'pdf'], ['combine', 'true'], ...files]],
      ['after the files', (files: Form): Form => [...files, ['combine', 'true'], ['outputFormat', 'pdf']]],
    ])('which is that of the output, with the fields %s', async (_name, entries) => {
      const files = ['a.png', 'b.png'].map((name): [string, File] => ['file', half(name)]);
      const { status, body } = await send(entries(files), AS_GUEST);
      expect([status, body.error]).toMatchObject([413, { code: 'file_too_large', limitBytes: MB }]);
      expect([gateway.store.objects.size, gateway.usage.rows.size]).toEqual([0, 0]);
      expect((await send(entries(files.slice(0, 1)), AS_GUEST)).status).toBe(200);
    });

    it('and may be larger than one file of their own category', async () => {
      const large = new File([PNG, Buffer.alloc(1.5 * MB)], 'a.pdf-or-not.png');
      const { status } = await send(combining([large, png('b.png')], 'zip'), AS_GUEST);
      expect(status).toBe(200);
    });
  });

  it('are refused where they cannot become one, with what they can become', async () => {
    const sound = new File(
      [Buffer.from('RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0', 'latin1'), 'x'.repeat(50)],
      'a.wav',
    );
    const { status, body } = await send(combining([png('a.png'), sound]));
    expect([status, body.error?.code]).toEqual([415, 'unsupported_format']);
    expect(body.message).toMatch(/cannot become one pdf.*zip/);
    expect(gateway.store.objects.size).toBe(0);
    const wrong = await send(combining(pngs(2), 'jpg'));
    expect([wrong.status, wrong.body.error?.code]).toEqual([415, 'unsupported_format']);
  });

  it('name the file that is refused', async () => {
    const { status, body } = await send(combining([png('a.png'), new File([], 'nothing.png')]));
    expect([status, body.error?.code]).toEqual([422, 'file_corrupt']);
    expect(body.message).toContain('nothing.png');
    const unknown = await send(combining([png('a.png'), new File([Buffer.alloc(999, 1)], 'b.bin')]));
    expect([unknown.status, unknown.body.error?.file]).toEqual([415, 2]);
    expect(gateway.store.objects.size).toBe(0);
  });

  it('may be anything where they become an archive', async () => {
    gateway.completeWith(Buffer.from('PK'), 'zip');
    const files = [new File([Buffer.alloc(999, 1)], 'b.bin'), new File([], 'nothing'), png('c.png')];
    const { status, body } = await send(combining(files, 'zip', [['options', '{"level":9}']]));
    expect(status).toBe(200);
    expect(onlyRow()).toMatchObject({ category: 'archive', lane: 'archive', inputFormat: 'unknown' });
    expect(body.conversion?.inputs).toMatchObject([
      { format: null },
      { format: null, size: 0 },
      { format: 'png' },
    ]);
  });

  it('take the options of the joiner and of the output', async () => {
    gateway.completeWith(Buffer.from('GIF'), 'gif');
    const options = { frameMs: 200, width: 60 };
    const { body } = await send(combining(pngs(2), 'gif', [['options', JSON.stringify(options)]]));
    expect(body.conversion?.options).toEqual(options);
    const refused = await send(combining(pngs(2), 'pdf', [['options', '{"frameMs":200}']]));
    expect([refused.status, refused.body.error?.code]).toEqual([422, 'option_invalid']);
    expect(gateway.usage.rows.size).toBe(1);
  });

  it('take the category of the files or of the output in the path, and no other', async () => {
    for (const [kind, status] of [
      ['image', 200],
      ['document', 200],
      ['audio', 415],
    ] as const)
      expect((await send(combining(pngs(2)), free.bearer, kind)).status).toBe(status);
  });

  it('are one request for an idempotency key: their order and contents count, their names do not', async () => {
    let keys = 0;
    const keyed = () => ({ ...pro.bearer, [HEADERS.idempotencyKey]: `combine ${keys}` });
    const first = await send(combining([png('a.png'), png('b.png')]), keyed());
    expect(first.status).toBe(200);
    const stored = [...gateway.store.objects.keys()];
    const again = await send(combining([png('x.png', 'a.png'), png('y.png', 'b.png')]), keyed());
    expect([again.status, again.response.headers.get(HEADERS.replayed)]).toEqual([200, 'true']);
    expect(again.body.conversionId).toBe(first.body.conversionId);
    for (const entries of [
      combining([png('b.png'), png('a.png')]),
      combining([png('a.png')]),
      combining([png('a.png'), png('b.png'), png('c.png')]),
      combining([png('a.png'), png('b.png', 'b.pn!')]),
      combining([png('a.png'), png('b.png')], 'gif'),
    ]) {
      const other = await send(entries, keyed());
      expect([other.status, other.body.error?.code]).toEqual([422, 'idempotency_mismatch']);
    }
    expect([...gateway.store.objects.keys()]).toEqual(stored);
    expect(gateway.usage.rows.size).toBe(1);
    keys += 1;
    const single = await send(combining([png('a.png')]), keyed());
    expect(single.status).toBe(200);
    const plain = await send(
      [
        ['outputFormat', 'pdf'],
        ['file', png('a.png')],
      ],
      keyed(),
    );
    expect([plain.status, plain.body.error?.code]).toEqual([422, 'idempotency_mismatch']);
  });

  it('tell the names of damaged ones only while they exist', async () => {
    const losses = [
      { code: 'files_damaged', params: { files: '2' }, message: 'Damaged …' },
      { code: 'files_left_out', params: { files: '1, 3' }, message: 'Damaged …' },
    ];
    gateway.completeWith(Buffer.from('%PDF'), 'pdf', losses);
    const { body } = await send(combining([png('a.png'), png('b.png'), png('c.png')]));
    expect(body.conversion?.losses).toEqual([
      {
        code: 'files_damaged',
        params: { files: '2 (b.png)' },
        message: 'Damaged, and used as far as they could be read: 2 (b.png).',
      },
      {
        code: 'files_left_out',
        params: { files: '1 (a.png), 3 (c.png)' },
        message: 'Damaged, and left out: 1 (a.png), 3 (c.png).',
      },
    ]);
    const row = onlyRow();
    const erased = row?.inputs.map((input) => ({ ...input, fileName: '', sha256: '' }));
    await gateway.usage.change(row?.id ?? '', { inputs: erased });
    const later = await gateway.fetch(`/api/conversions/${row?.id}`, { headers: free.bearer });
    expect(await later.json()).toMatchObject({
      inputs: [{ fileName: null, sha256: null, format: 'png' }, {}, {}],
      losses: [{ params: { files: '2' } }, { params: { files: '1, 3' } }],
    });
  });

  it('are all erased when the conversion is deleted', async () => {
    gateway.usage.onAccept = () => undefined;
    const { body } = await send(combining(pngs(3)), { ...free.bearer, prefer: 'respond-async' });
    expect(gateway.store.objects.size).toBe(3);
    const init = { method: 'DELETE', headers: free.bearer };
    expect((await gateway.fetch(`/api/conversions/${body.conversionId}`, init)).status).toBe(204);
    expect(gateway.store.objects.size).toBe(0);
  });
});
