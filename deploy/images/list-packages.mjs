/** `node list-packages.mjs <group>…`: names of Debian's packages of these groups. */
import { PACKAGES } from '../local/packages.mjs';

const groups = { ...PACKAGES, init: ['tini'] };
const names = process.argv.slice(2).flatMap((group) => {
  if (!groups[group]) throw new Error(`No packages are known for ${group}`);
  return groups[group];
});
console.log(names.join(' '));
