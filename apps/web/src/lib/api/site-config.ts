import { getJson } from '@filemill/web-client';
import { queryOptions } from '@tanstack/react-query';

/** The operator of the service. Null: not configured. */
export interface Operator {
  readonly name: string | null;
  /** Lines of a postal address. */
  readonly address: string | null;
  /** Court and number of the commercial register. */
  readonly register: string | null;
  readonly vat: string | null;
  readonly email: string | null;
  /** The body before which consumers can bring a dispute. */
  readonly disputeBody: string | null;
  readonly disputeUrl: string | null;
}

/** What an operator configures and the built pages cannot know. */
export interface SiteConfig {
  readonly productName: string;
  readonly publicUrl: string;
  readonly supportEmail: string;
  /** Where analytics events go; null: nowhere. */
  readonly analyticsUrl: string | null;
  readonly operator: Operator;
}

/** Reads the configuration that the gateway serves beside the site. @throws {ApiError} */
export const readSiteConfig = (signal?: AbortSignal): Promise<SiteConfig> =>
  getJson<SiteConfig>('/site-config.json', signal);

export const siteConfigQuery = queryOptions({
  queryKey: ['site-config'],
  queryFn: ({ signal }) => readSiteConfig(signal),
});
