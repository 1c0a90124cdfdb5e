import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { JailRequest } from '../sandbox.js';

/** Compiled from native/standby.c, and where the jail shows it. */
const NATIVE = fileURLToPath(new URL('../../native/', import.meta.url));
const LIBRARY = `${NATIVE}build/standby.so`;
const SHOWN = '/standby.so';

/**
 * The request that starts a program and lets it wait for its arguments.
 *
 * @throws {Error} if the library that makes it wait is not compiled
 */
export function standbyRequest(request: Omit<JailRequest, 'args'>): JailRequest {
  if (!existsSync(LIBRARY)) throw new Error(`${LIBRARY} is missing: run ${NATIVE}build.sh`);
  return {
    ...request,
    args: [],
    readOnly: [...(request.readOnly ?? []), { source: LIBRARY, target: SHOWN }],
    env: { ...request.env, LD_PRELOAD: SHOWN, STANDBY_PROGRAM: request.program },
  };
}
