import type { FastifyReply, FastifyRequest } from 'fastify';
import { PackedText } from '../http/packed-text.js';

/** A page, or another text of the site, which a browser revalidates each time. */
export class PageFile {
  private readonly packed: PackedText;

  constructor(text: string, type: string) {
    this.packed = new PackedText(text, type);
  }

  /** Sends it with an ETag for revalidation; 304 if the caller has it. */
  send(request: FastifyRequest, reply: FastifyReply, status = 200): void {
    void reply.header('cache-control', 'no-cache');
    this.packed.send(request, reply, status);
  }
}
