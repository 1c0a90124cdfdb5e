import { createLogger } from '@filemill/platform';
import { STOPPED_ATTEMPTS_CHANNEL } from '@filemill/queue';
import { describe, expect, it } from '@jest/globals';
import { InMemoryRedis } from '../testing/in-memory-redis.js';
import { StoppedAttempts } from './attempt-watch.js';

describe('StoppedAttempts', () => {
  it('tells each listener of a conversion until it stops listening', () => {
    const redis = new InMemoryRedis();
    const stopped = new StoppedAttempts(redis.asRedis, createLogger('test', 'silent'));
    const heard: string[] = [];
    const endOfFirst = stopped.listen('a', () => heard.push('first'));
    stopped.listen('a', () => heard.push('second'));
    for (const text of ['', 'b', 'a']) redis.publish(STOPPED_ATTEMPTS_CHANNEL, text);
    endOfFirst();
    redis.publish(STOPPED_ATTEMPTS_CHANNEL, 'a');
    expect(heard).toEqual(['first', 'second', 'second']);
  });
});
