import { config } from 'zod';

// The page's policy (CSP) forbids code generated at run time, and zod would try it for the first schema. So this module
// is loaded before any module with a schema.
config({ jitless: true });
