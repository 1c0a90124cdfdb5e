import type { Operator, SiteConfig } from '@filemill/api';
import { describe, expect, it } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { siteConfigQuery } from '../../lib/api/public-data.js';
import { i18n } from '../../testing/i18n.js';
import { OperatorDetails } from './operator-details.js';

const NOBODY: Operator = {
  name: null,
  address: null,
  register: null,
  vat: null,
  email: null,
  disputeBody: null,
  disputeUrl: null,
};

/** Names and values as they are shown. */
function shown(operator: Partial<Operator>): Record<string, string> {
  const config: SiteConfig = {
    productName: 'Filemill',
    publicUrl: 'https://filemill.example',
    supportEmail: 'support@filemill.example',
    analyticsUrl: null,
    operator: { ...NOBODY, ...operator },
  };
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  queries.setQueryData(siteConfigQuery.queryKey, config);
  const { container } = render(
    <QueryClientProvider client={queries}>
      <I18nextProvider i18n={i18n}>
        <OperatorDetails />
      </I18nextProvider>
    </QueryClientProvider>,
  );
  const rows = [...container.querySelectorAll('dl > div')];
  return Object.fromEntries(
    rows.map((row) => [row.querySelector('dt')?.textContent, row.querySelector('dd')?.textContent ?? '']),
  );
}

describe('OperatorDetails', () => {
  it('shows "not configured" for every missing value', () => {
    const details = shown({});
    expect(Object.keys(details)).toHaveLength(6);
    expect(new Set(Object.values(details))).toEqual(new Set(['not configured']));
  });

  it('shows the configured values, the address on lines of its own', () => {
    const details = shown({
      name: 'Mill GmbH',
      address: 'Mill Road 1, 10115 Berlin',
      vat: 'DE1',
      disputeUrl: 'https://d.example/',
    });
    expect(details).toMatchObject({
      Operator: 'Mill GmbH',
      Address: 'Mill Road 1\n10115 Berlin',
      'VAT number': 'DE1',
      Register: 'not configured',
      'Dispute resolution body': 'https://d.example/',
    });
  });
});
