import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AS_GUEST, PNG, pngFile, TestGateway } from './support/gateway.js';
import type { TestUser } from './support/memory-accounts.js';

interface Page {
  data: { conversions: Record<string, unknown>[]; pagination: Record<string, unknown> };
}

describe('GET /api/conversion-history', () => {
  let gateway: TestGateway;
  let user: TestUser;
  beforeAll(async () => {
    gateway = await TestGateway.start({}, 'grpc');
    user = await gateway.accounts.addUser({ plan: 'pro' });
  });
  afterAll(() => gateway.stop());

  const convert = async (): Promise<string> => {
    const entries: [string, string | File][] = [
      ['outputFormat', 'jpg'],
      ['options', '{"quality":80,"strict":true}'],
      ['file', pngFile()],
    ];
    const headers = { ...user.bearer, prefer: 'respond-async' };
    const response = await gateway.convert(entries, headers, '/api/convert/image');
    return ((await response.json()) as { conversionId: string }).conversionId;
  };
  const page = async (query = '', headers: Record<string, string> = user.bearer) => {
    const response = await gateway.fetch(`/api/conversion-history${query}`, { headers });
    return { status: response.status, body: (await response.json()) as Page };
  };

  it('is empty for a user without conversions', async () => {
    const { status, body } = await page();
    expect([status, body]).toEqual([
      200,
      {
        data: {
          conversions: [],
          pagination: {
            totalCount: 0,
            totalPages: 0,
            currentPage: 1,
            itemsPerPage: 20,
            hasPreviousPage: false,
            hasNextPage: false,
          },
        },
      },
    ]);
  });

  it('returns pages of 20, newest first, to a token and a key of the owner', async () => {
    const ids: string[] = [];
    for (let made = 0; made < 41; made++) ids.unshift(await convert());
    const pages = [await page(), await page('?page=2', user.key), await page('?page=3')];
    const shown = pages.flatMap(({ body }) => body.data.conversions.map(({ id }) => id));
    expect(shown).toEqual(ids);
    expect(pages.map(({ body }) => body.data.pagination)).toEqual([
      expect.objectContaining({ totalCount: 41, totalPages: 3, hasPreviousPage: false, hasNextPage: true }),
      expect.objectContaining({ currentPage: 2, hasPreviousPage: true, hasNextPage: true }),
      expect.objectContaining({ currentPage: 3, hasPreviousPage: true, hasNextPage: false }),
    ]);
    expect((await page('?page=4')).body.data).toMatchObject({
      conversions: [],
      pagination: { currentPage: 4, totalPages: 3, hasPreviousPage: true, hasNextPage: false },
    });
    const otherUser = await gateway.accounts.addUser();
    expect((await page('', otherUser.bearer)).body.data.conversions).toEqual([]);
  });

  it('returns each status with its public name, and a link until the file is erased', async () => {
    const states = ['completed', 'failed', 'cancelled', 'converting', 'pending'] as const;
    for (const status of states.toReversed()) {
      const id = await convert();
      const ended = status !== 'pending' && status !== 'converting' && { processingMs: 1_234 };
      const result = status === 'completed' && { outputKey: 'k', convertedSizeBytes: 9 };
      await gateway.usage.change(id, { status, ...ended, ...result });
    }
    const rows = async () => (await page()).body.data.conversions.slice(0, 5);
    const shown = await rows();
    expect(shown.map(({ status }) => status)).toEqual(['success', 'failed', 'failed', 'pending', 'pending']);
    expect(shown.map(({ processingTime }) => processingTime)).toEqual(['1.23', '1.23', '1.23', null, null]);
    expect(shown[0]).toEqual({
      id: expect.any(String),
      conversionType: 'image',
      originalFormat: 'png',
      outputFormat: 'jpg',
      options: { quality: 80, strict: true },
      status: 'success',
      originalSize: PNG.length,
      convertedSize: 9,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      processingTime: '1.23',
      downloadUrl: `/api/download/${shown[0]?.id}?token=${String(shown[0]?.downloadUrl).split('=')[1]}`,
      expiresAt: expect.any(String),
      workerJobId: null,
      workerId: null,
    });
    expect(shown[1]).toMatchObject({ convertedSize: null, downloadUrl: null });
    gateway.clock.offsetMs = 57 * 60_000;
    try {
      expect((await rows())[0]).toMatchObject({ status: 'success', downloadUrl: null });
    } finally {
      gateway.clock.offsetMs = 0;
    }
  });

  it.each(['0', '-1', '1.5', 'x', '', '99999999'])('refuses page %j', async (number) => {
    const { status, body } = await page(`?page=${number}`);
    expect([status, body]).toMatchObject([400, { error: { code: 'invalid_request' } }]);
  });

  it('requires a credential', async () => {
    expect((await page('', AS_GUEST)).status).toBe(401);
  });
});
