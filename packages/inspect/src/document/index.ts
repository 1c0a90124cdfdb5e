import type { Inspector } from '../facts.js';

export const documentInspector: Inspector = {
  formats: [],
  detect: async () => undefined,
  inspect: async () => ({}),
};
