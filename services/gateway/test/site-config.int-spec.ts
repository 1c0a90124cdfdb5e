import { afterEach, describe, expect, it } from '@jest/globals';
import { TestGateway } from './support/gateway.js';

describe('GET /site-config.json', () => {
  let gateway: TestGateway;
  afterEach(() => gateway.stop());

  it('names the operator and allows pages to send events to one address', async () => {
    gateway = await TestGateway.start({
      SUPPORT_EMAIL: 'help@mill.example',
      OPERATOR_NAME: 'Mill GmbH',
      OPERATOR_DISPUTE_URL: 'https://disputes.example/mill',
      ANALYTICS_URL: 'https://counts.example/events?site=1',
    });
    const answer = await gateway.fetch('/site-config.json');
    expect(answer.headers.get('content-security-policy')).toContain(
      "connect-src 'self' https://counts.example;",
    );
    expect(await answer.json()).toEqual({
      productName: 'Filemill',
      publicUrl: 'http://localhost:3000',
      supportEmail: 'help@mill.example',
      analyticsUrl: 'https://counts.example/events?site=1',
      operator: {
        name: 'Mill GmbH',
        address: null,
        register: null,
        vat: null,
        email: null,
        disputeBody: null,
        disputeUrl: 'https://disputes.example/mill',
      },
    });
  });

  it('names no foreign address if none is configured', async () => {
    gateway = await TestGateway.start();
    const answer = await gateway.fetch('/site-config.json');
    expect(answer.headers.get('content-security-policy')).toContain("connect-src 'self';");
    expect(await answer.json()).toMatchObject({ analyticsUrl: null, operator: { name: null } });
  });
});
