import { TextDecoder, TextEncoder } from 'node:util';

/** What every browser has and jsdom lacks; loaded before each test of the web project. */
Object.assign(globalThis, { TextDecoder, TextEncoder });
