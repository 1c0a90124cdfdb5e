import type { SiteConfig } from '@filemill/api';
import { call } from '@filemill/web-client';
import { queryOptions } from '@tanstack/react-query';

/** Reads the configuration that the gateway serves beside the site. @throws {ApiError} */
export const readSiteConfig = async (signal?: AbortSignal): Promise<SiteConfig> =>
  (await call('/site-config.json', {}, { signal })).json();

export const siteConfigQuery = queryOptions({
  queryKey: ['site-config'],
  queryFn: ({ signal }) => readSiteConfig(signal),
});
