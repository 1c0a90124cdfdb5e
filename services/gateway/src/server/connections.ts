import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Server, Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Node's diagnostics channel of accepted connections; Fastify hides the second server that it creates for `localhost`.
 */
const ACCEPTED = 'net.server.socket';

/** A connection may have been opened for a request that is still in transit. */
const GRACE_MS = 1_000;

/**
 * Tracks the connections, and closes those without a request one second after accepting has stopped.
 * Browsers open some in advance, and Node treats them as busy, so each would delay the end until the process is
 * killed.
 *
 * @returns the open ones that have carried requests
 */
export function trackConnections(fastify: FastifyInstance, begun: AbortSignal): ReadonlySet<Socket> {
  const [unused, used] = [new Set<Socket>(), new Set<Socket>()];
  let port: number | undefined;
  const accepted = (message: unknown): void => {
    const { socket } = message as { socket: Socket };
    // The channel belongs to the whole process: connections of its other servers are not ours to close.
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
