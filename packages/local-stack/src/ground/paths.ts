import { fileURLToPath } from 'node:url';

/** The checkout, as this process sees it; without a slash at its end. */
export const ROOT = fileURLToPath(new URL('../../../../', import.meta.url)).replace(/\/$/, '');
/** Node and pnpm of the pinned versions; written by the installing user, never by the running services. */
export const TOOLCHAIN = `${ROOT}/.toolchain`;
/** Everything that runs keeps its data here. */
export const DATA = process.env.FILEMILL_DATA ?? `${ROOT}/.data`;
