import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Node's channel of accepted connections; Fastify hides the second server that it makes for `localhost`. */
const ACCEPTED = 'net.server.socket';

/** A connection may have been made for a request that is still on its way. */
const GRACE_MS = 1_000;

/**
 * Ends connections on which no request has come a second after the process was told to end. Browsers open some ahead of
 * need, Node counts them as busy, and so each would hold up the end until the process is killed.
 */
export function endUnusedConnections(fastify: FastifyInstance, begun: AbortSignal): void {
  const unused = new Set<Socket>();
  const accepted = (message: unknown): void => {
    const { socket } = message as { socket: Socket };
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  };
  subscribe(ACCEPTED, accepted);
  fastify.addHook('onRequest', (request, _reply, done) => {
    unused.delete(request.raw.socket);
    done();
  });
  begun.addEventListener('abort', () => {
    setTimeout(() => {
      unsubscribe(ACCEPTED, accepted);
      for (const socket of unused) socket.destroy();
    }, GRACE_MS).unref();
  });
}
