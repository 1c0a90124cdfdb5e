import { DATABASES, PROCESSES } from '@filemill/local-stack';

/** What an image holds, by paths below the checkout. */
export interface Contents {
  /** Names of services, with the packages that they use. */
  readonly services: readonly string[];
  readonly files: readonly string[];
}

/** The images of deploy/Dockerfile by their names. */
export const CONTENTS: Readonly<Record<string, Contents>> = {
  ...Object.fromEntries(PROCESSES.map((name) => [name, { services: [name], files: [] }])),
  gateway: { services: ['gateway'], files: ['apps/web/dist', 'apps/admin/dist'] },
  migrations: { services: DATABASES, files: [] },
};

/** Databases for a test on a machine or cluster that has none: deploy/images/tryout.Dockerfile. */
export const TRYOUT = ['postgres', 'redis', 's3'];
