/** Begins the ids of what the demo mode made: no server knows them. */
export const DEMO_PREFIX = 'demo-';

export const isDemo = (conversionId: string | undefined): boolean =>
  conversionId?.startsWith(DEMO_PREFIX) ?? false;
