import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { ConfigError, flag, loadConfig, port } from './config.js';

const shape = { PORT: port(3000), SECRET: z.string().min(8, 'at least 8 characters'), QUIET: flag(false) };

describe('loadConfig', () => {
  it('names every wrong variable with its rule and shows no value', () => {
    const problems = (() => {
      try {
        loadConfig(shape, { PORT: '99999', SECRET: 'hunter2', QUIET: 'maybe' });
        return [];
      } catch (error) {
        return (error as ConfigError).problems;
      }
    })();
    expect(problems.map((problem) => problem.split(':')[0])).toEqual(['PORT', 'SECRET', 'QUIET']);
    expect(problems.join()).not.toContain('hunter2');
  });

  it('takes an empty variable as absent', () => {
    expect(loadConfig(shape, { PORT: '', SECRET: 'long enough', QUIET: '' })).toEqual({
      PORT: 3000,
      SECRET: 'long enough',
      QUIET: false,
    });
  });
});
