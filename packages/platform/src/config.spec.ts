import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { ConfigError, flag, loadConfig, port, rotating } from './config.js';

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

  it('treats an empty variable as absent', () => {
    expect(loadConfig(shape, { PORT: '', SECRET: 'long enough', QUIET: '' })).toEqual({
      PORT: 3000,
      SECRET: 'long enough',
      QUIET: false,
    });
  });
});

describe('rotating', () => {
  const shape = { KEY: rotating(z.string().min(8, 'at least 8 characters')) };
  const problemsOf = (KEY: string): readonly string[] => {
    try {
      loadConfig(shape, { KEY });
      return [];
    } catch (error) {
      return (error as ConfigError).problems;
    }
  };

  it('accepts one value, or two with the current one first', () => {
    expect(loadConfig(shape, { KEY: 'the only one' }).KEY).toEqual(['the only one']);
    expect(loadConfig(shape, { KEY: 'in force, the other' }).KEY).toEqual(['in force', 'the other']);
  });

  it('refuses a third value, and an invalid or empty one, and shows none of them', () => {
    expect(problemsOf('in force,the other,and a third')).toEqual(['KEY: two values at most']);
    expect(problemsOf('hunter2')).toEqual(['KEY: at least 8 characters']);
    for (const value of ['in force,hunter2', 'hunter2,in force', 'in force,', ','])
      expect(problemsOf(value)).toEqual(['KEY: at least 8 characters (a comma separates two values)']);
  });
});
