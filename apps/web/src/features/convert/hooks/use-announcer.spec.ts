import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ANNOUNCE_EVERY_MS, Announcer, type News } from './use-announcer.js';

describe('Announcer', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('announces the first event at once, and later ones within five seconds in one message', () => {
    const said: News[] = [];
    const announcer = new Announcer((news) => said.push(news));
    announcer.note((news) => {
      news.added += 2;
    });
    for (const file of ['a', 'b']) announcer.note((news) => news.done.push(file));
    announcer.note((news) => news.failed.push('c'));
    expect(said).toEqual([{ added: 2, done: [], failed: [], other: [] }]);
    jest.advanceTimersByTime(ANNOUNCE_EVERY_MS);
    expect(said.at(-1)).toEqual({ added: 0, done: ['a', 'b'], failed: ['c'], other: [] });
    jest.advanceTimersByTime(10 * ANNOUNCE_EVERY_MS);
    expect(said).toHaveLength(2);
  });
});
