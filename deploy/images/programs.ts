import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Problem, run, step } from '@filemill/local-stack';

/** The S3 server that the tests of packages/storage run against, in the same version. */
const S3_SERVER = 'github.com/versity/versitygw/cmd/versitygw@v1.8.0';

/**
 * Builds the S3 server of the image `s3` from its source, once.
 *
 * @param file - path of the program
 * @throws {Problem} without Go
 */
export async function ensureS3Server(file: string): Promise<void> {
  if (existsSync(file)) return;
  const places = [...(process.env.PATH ?? '').split(':'), '/usr/local/go/bin', '/usr/lib/go/bin'];
  const go = places.map((place) => join(place, 'go')).find((path) => existsSync(path));
  if (!go) throw new Problem('The S3 server is built with Go (1.26 or newer), which is not installed.');
  await step('Building the S3 server', async () => {
    mkdirSync(dirname(file), { recursive: true });
    const folder = mkdtempSync(join(dirname(file), 'build-'));
    try {
      const env = {
        GOPATH: `${folder}/path`,
        GOCACHE: `${folder}/cache`,
        GOBIN: folder,
        GOTOOLCHAIN: 'local',
        CGO_ENABLED: '0',
      };
      await run(go, ['install', '-modcacherw', '-trimpath', '-ldflags', '-s -w', S3_SERVER], { env });
      renameSync(join(folder, 'versitygw'), file);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
}
