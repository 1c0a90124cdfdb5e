import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { Liveness } from './liveness.ts';

/** A process that answers when the test says so, and what was seen of it. */
function watched() {
  const questions: { answer: () => void; refuse: (error: Error) => void }[] = [];
  let hung = 0;
  const liveness = new Liveness({
    probe: () => new Promise((answer, refuse) => questions.push({ answer, refuse })),
    onHung: () => {
      hung += 1;
    },
  });
  return {
    questions,
    hung: () => hung,
    liveness,
    async check(times = 1) {
      for (let count = 0; count < times; count++) {
        liveness.check();
        await turn();
      }
    },
    async answer() {
      questions.at(-1)?.answer();
      await turn();
    },
    async refuse() {
      questions.at(-1)?.refuse(new Error('refused'));
      await turn();
    },
  };
}

describe('Liveness', () => {
  it('reports a process as hung once, after ten checks without a response', async () => {
    const seen = watched();
    await seen.check();
    await seen.answer();
    await seen.check(10);
    expect(seen.hung()).toBe(0);
    await seen.check(10);
    expect(seen.hung()).toBe(1);
    expect(seen.questions).toHaveLength(2);
  });

  it('resets the count at any response, however late', async () => {
    const seen = watched();
    await seen.check();
    await seen.answer();
    for (let round = 0; round < 5; round++) {
      await seen.check(10);
      await seen.answer();
    }
    expect(seen.hung()).toBe(0);
  });

  it('counts nothing while the machine is suspended, since no check runs', async () => {
    const seen = watched();
    await seen.check();
    await seen.answer();
    await seen.check();
    // Hours may pass here: the first check afterwards runs before the response is read.
    await seen.check();
    await seen.answer();
    await seen.check(10);
    expect(seen.hung()).toBe(0);
  });

  it('counts nothing while it is switched off, and needs ten checks afterwards', async () => {
    const seen = watched();
    await seen.check();
    await seen.answer();
    seen.liveness.isWatching = false;
    await seen.check(200);
    seen.liveness.isWatching = true;
    await seen.check(9);
    expect(seen.hung()).toBe(0);
    await seen.check();
    expect(seen.hung()).toBe(1);
  });

  it('gives a starting process two minutes of checks, even if it refuses each request', async () => {
    const seen = watched();
    for (let count = 0; count < 120; count++) {
      await seen.check();
      await seen.refuse();
    }
    expect(seen.hung()).toBe(0);
    await seen.check();
    expect(seen.hung()).toBe(1);
  });

  it('counts a refused request as a miss once the process has answered before', async () => {
    const seen = watched();
    await seen.check();
    await seen.answer();
    for (let count = 0; count < 10; count++) {
      await seen.check();
      await seen.refuse();
    }
    expect(seen.hung()).toBe(0);
    await seen.check();
    expect(seen.hung()).toBe(1);
  });
});
