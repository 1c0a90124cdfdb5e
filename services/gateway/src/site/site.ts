import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { Logger } from '@filemill/platform';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';

/** Vite puts a hash of the content into the names of these, so they never change. */
const HASHED_FOLDER = '/assets/';

/**
 * Serves the files of the built site, compressed beforehand where the build left `.br` or `.gz` beside them. Pages are
 * the router's (`SiteController`).
 *
 * @param root - folder with `index.html`; without one the gateway serves the API alone
 */
export async function installSite(app: NestFastifyApplication, root: string, logger: Logger): Promise<void> {
  if (!existsSync(join(root, 'index.html'))) {
    logger.warn('the site is not built: only the API is served');
    return;
  }
  await app.register(fastifyStatic, {
    root,
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    globIgnore: ['**/*.br', '**/*.gz', '**/*.map'],
    setHeaders: (reply, path) => {
      const isHashed = path.replaceAll('\\', '/').includes(HASHED_FOLDER);
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
}
