/** Pages of the site, which is another application on the same address. */
export const paths = { home: '/', dashboard: '/dashboard' } as const;
