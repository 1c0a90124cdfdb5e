import { describe, expect, it } from '@jest/globals';
import { serializeError } from './logger.js';

describe('serializeError', () => {
  it('keeps causes, codes and statements, and removes values at any depth', () => {
    const driverError = Object.assign(new Error('duplicate key'), {
      code: '23505',
      detail: 'Key (email)=(ada@example.com) already exists.',
    });
    const failed = Object.assign(new Error('duplicate key'), {
      query: 'INSERT INTO users VALUES ($1)',
      parameters: ['ada@example.com'],
      driverError,
    });
    const logged = serializeError(new Error('not announced', { cause: failed }));
    expect(logged).toMatchObject({
      type: 'Error',
      message: 'not announced',
      stack: expect.stringContaining('logger.spec'),
      cause: { query: 'INSERT INTO users VALUES ($1)', driverError: { code: '23505' } },
    });
    expect(JSON.stringify(logged)).not.toContain('ada@example.com');
  });

  it('removes answers and webhooks from errors of Stripe', () => {
    const refused = Object.assign(new Error('No signatures found matching the expected signature'), {
      type: 'StripeSignatureVerificationError',
      statusCode: 400,
      requestId: 'req_1',
      raw: { param: 'ada@example.com' },
      headers: { 'stripe-account': 'ada@example.com' },
      payload: '{"email":"ada@example.com"}',
      header: 't=1,v1=ada@example.com',
    });
    const logged = serializeError(new Error('webhook', { cause: refused }));
    expect(logged).toMatchObject({ cause: { statusCode: 400, requestId: 'req_1' } });
    expect(JSON.stringify(logged)).not.toContain('ada@example.com');
  });
});
