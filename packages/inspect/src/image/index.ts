import type { Inspector } from '../facts.js';

export const imageInspector: Inspector = {
  formats: [],
  detect: async () => undefined,
  inspect: async () => ({}),
};
