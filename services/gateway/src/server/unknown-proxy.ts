import { exemptAddresses, type Logger } from '@filemill/platform';
import type { FastifyInstance } from 'fastify';
import { networkAddress } from '../http/address.js';

const isLoopback = exemptAddresses(['loopback']);

/**
 * Warns, once, that a proxy on this machine forwards requests of which nobody has told the gateway: to it all callers are
 * one, the loopback address, which may even be free of limits.
 *
 * @param trustProxyHops - proxies that it has been told of
 */
export function warnOfUnknownProxy(fastify: FastifyInstance, trustProxyHops: number, logger: Logger): void {
  if (trustProxyHops > 0) return;
  let isTold = false;
  fastify.addHook('onRequest', ({ raw: { headers, socket } }, _reply, done) => {
    // None where the connection has ended already.
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
