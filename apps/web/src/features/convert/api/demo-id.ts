/** Prefix of ids from the demo mode: no server knows them. */
export const DEMO_PREFIX = 'demo-';

export const isDemo = (conversionId: string | undefined): boolean =>
  conversionId?.startsWith(DEMO_PREFIX) ?? false;
