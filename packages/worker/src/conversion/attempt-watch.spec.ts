import { createLogger } from '@filemill/platform';
import { describe, expect, it } from '@jest/globals';
import { InMemoryRedis } from '../testing/in-memory-redis.js';
import { ConversionChanges } from './attempt-watch.js';

describe('ConversionChanges', () => {
  it('receives changes, and ignores messages that it cannot read', async () => {
    const redis = new InMemoryRedis();
    const changes = new ConversionChanges(redis.asRedis, createLogger('test', 'silent'));
    const heard: number[] = [];
    await changes.subscribe('a', (version) => heard.push(version));
    for (const text of ['', 'null', '{"type":"changed"}', '{"type":"changed","version":3}']) {
      redis.publish('conversion:a', text);
    }
    expect(heard).toEqual([3]);
  });
});
