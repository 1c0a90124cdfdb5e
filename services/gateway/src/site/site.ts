import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { Logger } from '@filemill/platform';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { GatewayConfig } from '../config.js';
import { ADMIN_PATH } from './site-pages.js';

/** Vite puts a content hash into these names, so the files never change. */
const HASHED_FOLDER = '/assets/';

/**
 * Serves the files of the built applications, precompressed if the build has written `.br` or `.gz` files.
 * `SiteController` serves pages.
 */
export async function installSite(
  app: NestFastifyApplication,
  { WEB_ROOT, ADMIN_ROOT }: GatewayConfig,
  logger: Logger,
): Promise<void> {
  if (existsSync(join(WEB_ROOT, 'pages'))) await serveFiles(app, WEB_ROOT, '/');
  else logger.warn('the site is not built: only the API is served');
  if (existsSync(join(ADMIN_ROOT, 'index.html'))) await serveFiles(app, ADMIN_ROOT, `${ADMIN_PATH}/`);
}

async function serveFiles(app: NestFastifyApplication, root: string, prefix: string): Promise<void> {
  await app.register(fastifyStatic, {
    root,
    prefix,
    decorateReply: false,
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    globIgnore: ['**/*.br', '**/*.gz', '**/*.map', '**/*.html'],
    setHeaders: (reply, path) => {
      const isHashed = path.replaceAll('\\', '/').includes(HASHED_FOLDER);
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
}
