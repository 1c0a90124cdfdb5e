import type { Inspector } from '../facts.js';

export const mediaInspector: Inspector = {
  formats: [],
  detect: async () => undefined,
  inspect: async () => ({}),
};
