import { AppError } from '@filemill/errors';
import { type Client, loadPackageDefinition, type ServiceError } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import { protoPath } from 'grpc-health-check';
import { LOADER_OPTIONS } from './services.js';

type Check = (
  request: { service: string },
  options: { deadline: number },
  callback: (error: ServiceError | null, response?: { status: string }) => void,
) => void;

interface HealthPackage {
  grpc: { health: { v1: { Health: new (...args: unknown[]) => Client & { check: Check } } } };
}

/**
 * Calls the standard health service of the process that a client is connected to, over the same connection.
 *
 * @throws {AppError} UNAVAILABLE if the answer is not `SERVING` or does not come within `timeoutMs`
 */
export function checkHealth(client: Client, timeoutMs: number): Promise<void> {
  const definition = loadPackageDefinition(loadSync(protoPath, LOADER_OPTIONS)) as unknown as HealthPackage;
  // Address and credentials are those of the shared channel.
  const health = new definition.grpc.health.v1.Health('unused', null, {
    channelOverride: client.getChannel(),
  });
  return new Promise((resolve, reject) => {
    health.check({ service: '' }, { deadline: Date.now() + timeoutMs }, (error, response) => {
      if (response?.status === 'SERVING') resolve();
      else reject(new AppError('UNAVAILABLE', {}, { cause: error ?? undefined }));
    });
  });
}
