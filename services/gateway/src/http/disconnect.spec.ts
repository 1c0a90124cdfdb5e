import { EventEmitter } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import type { FastifyReply } from 'fastify';
import { disconnectSignal, onAbort } from './disconnect.js';

const replyOf = (state: { destroyed: boolean; closed: boolean }) =>
  ({ raw: Object.assign(new EventEmitter(), state) }) as unknown as FastifyReply;

describe('disconnectSignal', () => {
  it('aborts when the connection closes, and at once if it is already closed', () => {
    const reply = replyOf({ destroyed: false, closed: false });
    const signal = disconnectSignal(reply);
    expect(signal.aborted).toBe(false);
    reply.raw.emit('close');
    expect(signal.aborted).toBe(true);
    expect(disconnectSignal(replyOf({ destroyed: true, closed: false })).aborted).toBe(true);
    expect(disconnectSignal(replyOf({ destroyed: false, closed: true })).aborted).toBe(true);
  });
});

describe('onAbort', () => {
  it('runs once, whether the signal aborts later or is already aborted', () => {
    const controller = new AbortController();
    let acts = 0;
    onAbort(controller.signal, () => acts++);
    expect(acts).toBe(0);
    controller.abort();
    expect(acts).toBe(1);
    onAbort(controller.signal, () => acts++);
    expect(acts).toBe(2);
  });
});
