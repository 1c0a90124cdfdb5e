/**
 * Checks that no regular expression of the product takes more than linear time: prints those that do, with an example attack,
 * and ends with code 1. With an argument, only the code below that folder is checked, without exceptions.
 */
import { resolve } from 'node:path';
import { DATA, ROOT } from '@filemill/local-stack';
import { checkRegexps } from './regexps/check.ts';
import { UNDECIDED } from './regexps/undecided.ts';

const FOLDERS = ['services', 'packages', 'apps'];
const [folder] = process.argv.slice(2);

const { count, findings } = await checkRegexps(
  folder
    ? { root: resolve(folder), folders: ['.'], cacheFile: `${resolve(folder)}/.verdicts.json`, undecided: [] }
    : { root: ROOT, folders: FOLDERS, cacheFile: `${DATA}/regexps.json`, undecided: UNDECIDED },
);
for (const finding of findings) console.log(finding);
console.log(`${count} regular expressions, ${findings.length} findings`);
process.exit(findings.length > 0 ? 1 : 0);
