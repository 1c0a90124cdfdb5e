import { config } from 'zod';

// The page's policy allows no code made at run time, and zod would try as soon as a schema is made. So this module is
// loaded before any that holds a schema.
config({ jitless: true });
