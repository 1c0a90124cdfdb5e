import type { FastifyReply } from 'fastify';

/** Aborts when the connection of a request ends, answered or not. */
export function goneSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => controller.abort());
  return controller.signal;
}
