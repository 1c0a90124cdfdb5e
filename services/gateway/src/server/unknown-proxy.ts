import { exemptAddresses, type Logger } from '@filemill/platform';
import type { FastifyInstance } from 'fastify';
import { networkAddress } from '../http/address.js';

const isLoopback = exemptAddresses(['loopback']);

/**
 * Warns once if a proxy on this machine forwards requests although none is configured: all callers then appear as
 * one, the loopback address, which may even be exempt from limits.
 *
 * @param trustProxyHops - configured number of proxies
 */
export function warnOfUnknownProxy(fastify: FastifyInstance, trustProxyHops: number, logger: Logger): void {
  if (trustProxyHops > 0) return;
  let isTold = false;
  fastify.addHook('onRequest', ({ raw: { headers, socket } }, _reply, done) => {
    // Undefined if the connection has ended.
    const from = socket.remoteAddress;
    const isForwarded = !isTold && from !== undefined && headers['x-forwarded-for'] !== undefined;
    if (isForwarded && isLoopback(networkAddress(from))) {
      isTold = true;
      logger.warn(
        'X-Forwarded-For comes from this machine while TRUST_PROXY_HOPS is 0: everybody behind that proxy is counted as ' +
          'one address. Set TRUST_PROXY_HOPS to the number of your proxies.',
      );
    }
    done();
  });
}
