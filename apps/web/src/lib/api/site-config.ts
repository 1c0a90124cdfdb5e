import type { SiteConfig } from '@filemill/api';
import { getJson } from '@filemill/web-client';
import { queryOptions } from '@tanstack/react-query';

/** Reads the configuration that the gateway serves beside the site. @throws {ApiError} */
export const readSiteConfig = (signal?: AbortSignal): Promise<SiteConfig> =>
  getJson<SiteConfig>('/site-config.json', signal);

export const siteConfigQuery = queryOptions({
  queryKey: ['site-config'],
  queryFn: ({ signal }) => readSiteConfig(signal),
});
