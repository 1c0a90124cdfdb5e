/**
 * Checks that code and documents use plain words: prints every forbidden word with its place, and ends with code 1. What to
 * write instead is next to each word; docs/glossary.md has the words of the product.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { ROOT } from '@filemill/local-stack';

/** A pattern, and what to write instead. */
const FORBIDDEN: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\bwhoever\b/i, 'name who it is: the caller, the worker, the user'],
  [/\bstrangers?\b/i, 'another user, an unknown caller, an uploaded file'],
  [/\b(?:is|are|was|were) away\b/i, 'is unreachable'],
  [/\bdeeds?\b/i, 'action'],
  [/\bcomers\b/i, 'uploads, callers'],
  [/\b(?:a )?handful\b/i, 'the number, or what it limits'],
  [/\btwins?\b/i, 'the same file, the same request'],
  [/\bhand(?:s|ed|ing)? back\b/i, 'return'],
  [/HandBack|handBack/, 'AttemptReturned, returnAttempt'],
  [/\bNotTogether\b/, 'MustAdmitSingly'],
  [/\b(?:gives?|gave|given|takes?|takeL) ?[Ll]eave\b/, 'upload permit'],
  [/\bthe word on\b/i, 'the message about, the label of'],
  [/\bbelongs? into\b/i, 'belongs in'],
  [/\bturned away\b/i, 'refused'],
  [/\bled astray\b/i, "under an attacker's control"],
  [/\bcan be had\b|\bto be had\b/i, 'what can be read; available'],
  [/\bposes? as\b/i, 'is uploaded as'],
  [/\ball the while\b/i, 'continuously'],
  [/\bhas gone\b/i, 'has ended, has disconnected'],
  [/\bBeats(?:Service|Module)\b|\bBeat\b/, 'BackgroundLoop'],
  [/\bHousekeeping/, 'background'],
];

/** Texts for users, data of a test, migrations, which never change once they ran, and this file. */
const EXCEPT = [
  /(^|\/)locales\//,
  /\/mail\/texts\//,
  /ebook-prose\.ts$/,
  /\/migrations\//,
  /^docs\/licen/,
  /^deploy\/checks\/lint-words\.ts$/,
  /^docs\/glossary\.md$/,
];
const READ = /\.(?:tsx?|mjs|js|md|c|h|cpp|hpp|py|sh|proto|ya?ml)$/;

const FOLDERS = ['apps', 'deploy', 'docs', 'helm', 'k8s', 'load-tests', 'packages', 'services'];
const SKIPPED = new Set(['node_modules', 'dist', 'build', 'gen']);

/** Paths of all files below a folder, from the root of the repository. */
function* filesBelow(folder: string): Generator<string> {
  for (const entry of readdirSync(`${ROOT}/${folder}`, { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory() && !SKIPPED.has(entry.name)) yield* filesBelow(path);
    else if (entry.isFile()) yield path;
  }
}

const files = ['README.md', ...FOLDERS.flatMap((folder) => [...filesBelow(folder)])].filter(
  (file) => READ.test(file) && !EXCEPT.some((pattern) => pattern.test(file)),
);

let findings = 0;
for (const file of files) {
  for (const [index, line] of readFileSync(`${ROOT}/${file}`, 'utf8').split('\n').entries()) {
    for (const [pattern, instead] of FORBIDDEN) {
      const found = pattern.exec(line);
      if (!found) continue;
      findings++;
      console.log(`${file}:${index + 1}: "${found[0]}": ${instead}`);
    }
  }
}
console.log(`${files.length} files, ${findings} findings`);
process.exit(findings > 0 ? 1 : 0);
