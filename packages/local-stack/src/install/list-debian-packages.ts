/** `node list-debian-packages.ts <group>…`: prints the Debian packages of these groups, for the builds of images. */
import { PACKAGES } from './debian-packages.ts';

const groups = new Map<string, readonly string[]>([...Object.entries(PACKAGES), ['init', ['tini']]]);
const names = process.argv.slice(2).flatMap((name) => {
  const group = groups.get(name);
  if (!group) throw new Error(`There is no group of packages named ${name}`);
  return group;
});
console.log(names.join(' '));
