import { beforeEach, describe, expect, it } from '@jest/globals';
import { aConversion, anItem } from '../../../testing/factories.js';
import { recall, remember, revived } from './queue-memory.js';

describe('the list after a reload', () => {
  beforeEach(() => sessionStorage.clear());

  it('follows sent files again, and marks unsent ones as lost', () => {
    remember([
      anItem({ status: 'completed', conversionId: 'a', conversion: aConversion(), owner: 'guest' }),
      anItem({ status: 'converting', conversionId: 'b', target: 'jpg' }),
      anItem({ status: 'uploading', target: 'webp', options: { quality: 3 } }),
      anItem({ status: 'error', conversionId: 'c' }),
      anItem({ status: 'refused' }),
    ]);
    const items = recall().map(revived);
    expect(items.map(({ status, conversionId }) => [status, conversionId])).toEqual([
      ['detecting', 'a'],
      ['detecting', 'b'],
      ['lost', undefined],
      ['lost', undefined],
    ]);
    expect(items[2]).toMatchObject({ target: 'webp', options: { quality: 3 }, sizeBytes: 1000 });
  });

  it('starts empty when the stored entry is invalid', () => {
    sessionStorage.setItem('filemill-queue', '{"a":');
    expect(recall()).toEqual([]);
  });
});
