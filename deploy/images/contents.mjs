/** Services that take calls. */
export const SERVICES = ['gateway', 'accounts', 'billing', 'usage', 'admin'];
/** Services that take jobs. */
export const WORKERS = ['worker-image', 'worker-media', 'worker-document'];

/** What each image of deploy/Dockerfile holds: services, and files beside them. */
export const CONTENTS = {
  ...Object.fromEntries([...SERVICES, ...WORKERS].map((name) => [name, { services: [name], files: [] }])),
  gateway: { services: ['gateway'], files: ['apps/web/dist', 'apps/admin/dist'] },
  migrations: {
    services: ['accounts', 'billing', 'usage', 'admin'],
    files: ['deploy/images/migrate.mjs'],
  },
};

/** What a cluster or a machine without a database of its own is tried out with: deploy/images/tryout.Dockerfile. */
export const TRYOUT = ['postgres', 'redis', 's3'];
