import { describe, expect, it } from '@jest/globals';
import { newId } from './id.js';

describe('newId', () => {
  it('makes UUIDs of version 7 that sort by time and never repeat', () => {
    const atMs = Date.parse('2026-11-21T02:15:00Z');
    const [id, later] = [newId(atMs), newId(atMs + 1)];
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(id < later).toBe(true);
    expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(atMs);
    expect(newId(atMs)).not.toBe(id);
  });
});
