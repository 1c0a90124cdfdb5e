import { AppError } from '@filemill/errors';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { parseOrThrow } from './validation.js';

describe('parseOrThrow', () => {
  it('names wrong and unknown fields without their values', () => {
    const schema = z.strictObject({ size: z.int().max(10), name: z.string() });
    const attempt = () => parseOrThrow(schema, { size: 4711, isAdmin: true });
    expect(attempt).toThrow(AppError);
    try {
      attempt();
    } catch (error) {
      const { code, params } = error as AppError;
      expect(code).toBe('INVALID_REQUEST');
      expect(Object.keys(params.fields as object).sort()).toEqual(['isAdmin', 'name', 'size']);
      expect(JSON.stringify(params)).not.toContain('4711');
    }
  });
});
