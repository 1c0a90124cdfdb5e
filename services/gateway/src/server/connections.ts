import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Server, Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Node's channel of accepted connections; Fastify hides the second server that it makes for `localhost`. */
const ACCEPTED = 'net.server.socket';

/** A connection may have been made for a request that is still on its way. */
const GRACE_MS = 1_000;

/**
 * Follows the connections, and ends those on which no request has come a second after none are taken any more.
 * Browsers open some ahead of need, Node counts them as busy, and so each would hold up the end until the process is
 * killed.
 *
 * @returns the open ones on which requests have come
 */
export function followConnections(fastify: FastifyInstance, begun: AbortSignal): ReadonlySet<Socket> {
  const [unused, used] = [new Set<Socket>(), new Set<Socket>()];
  let port: number | undefined;
  const accepted = (message: unknown): void => {
    const { socket } = message as { socket: Socket };
    // The channel is the whole process's: the connections of its other servers are not ours to end.
    port ??= portOf(fastify.server);
    if (socket.localPort !== port) return;
    unused.add(socket);
    socket.once('close', () => {
      unused.delete(socket);
      used.delete(socket);
    });
  };
  subscribe(ACCEPTED, accepted);
  fastify.addHook('onRequest', ({ raw: { socket } }, _reply, done) => {
    if (unused.delete(socket)) used.add(socket);
    done();
  });
  begun.addEventListener('abort', () => {
    setTimeout(() => {
      unsubscribe(ACCEPTED, accepted);
      for (const socket of unused) socket.destroy();
    }, GRACE_MS).unref();
  });
  return used;
}

const portOf = (server: Server): number | undefined => {
  const address = server.address();
  return typeof address === 'object' ? address?.port : undefined;
};
