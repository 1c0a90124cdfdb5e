import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

const SOURCES = /\.(?:ts|tsx|mjs|js)$/;
/** Tests read their own text; the rest is built or generated from what is checked. */
const LEFT_OUT = new Set(['node_modules', 'dist', 'gen', 'test', 'testing']);
const TESTS = /(?:spec|testing|conformance)\.[a-z]+$/;
/** Placeholder for a part of an expression that is known only at run time, such as the name of a field. */
const UNKNOWN_PART = 'x';

/**
 * Where a regular expression stands.
 *
 * @typedef {object} Literal
 * @property {string} path - below the root
 * @property {number} line - from 1
 * @property {string} source
 * @property {string} flags
 */

/**
 * All regular expressions in the code below some folders: literals, and `new RegExp` of text that is known statically.
 * An expression without any known part is left out.
 *
 * @param {string} root
 * @param {readonly string[]} folders - below the root; missing ones are empty
 * @returns {Literal[]}
 */
export function literalsBelow(root, folders) {
  const files = folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => filesBelow(root, folder));
  return files.flatMap((path) => literalsOf(root, path));
}

const filesBelow = (root, folder) =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return LEFT_OUT.has(entry.name) ? [] : filesBelow(root, path);
    return SOURCES.test(entry.name) && !TESTS.test(entry.name) ? [path] : [];
  });

const parse = (path) => ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);

function literalsOf(root, path) {
  const file = parse(join(root, path));
  const found = [];
  const visit = (node) => {
    const expression = expressionOf(node, file);
    if (expression) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart());
      found.push({ path, line: line + 1, ...expression });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Source and flags of a node that is a regular expression. */
function expressionOf(node, file) {
  if (ts.isRegularExpressionLiteral(node)) return partsOf(node.text);
  const isCall = ts.isNewExpression(node) || ts.isCallExpression(node);
  if (!isCall || node.expression.getText() !== 'RegExp') return undefined;
  const [pattern, flags] = node.arguments ?? [];
  const source = pattern && textOf(pattern, file);
  return source === undefined ? undefined : { source, flags: (flags && textOf(flags, file)) ?? '' };
}

const partsOf = (literal) => {
  const end = literal.lastIndexOf('/');
  return { source: literal.slice(1, end), flags: literal.slice(end + 1) };
};

/** The text that an expression stands for; undefined if nothing of it is constant. */
function textOf(node, file) {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isRegularExpressionLiteral(node)) return partsOf(node.text).source;
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) return textOf(node.expression, file);
  if (ts.isTemplateExpression(node)) return templateText(node, file, ({ text }) => text);
  if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'String.raw') {
    const raw = ({ rawText }) => rawText;
    return ts.isTemplateExpression(node.template)
      ? templateText(node.template, file, raw)
      : raw(node.template);
  }
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const sides = [node.left, node.right].map((side) => textOf(side, file));
    return sides.every((side) => side === undefined)
      ? undefined
      : sides.map((side) => side ?? UNKNOWN_PART).join('');
  }
  if (ts.isPropertyAccessExpression(node) && node.name.text === 'source')
    return textOf(node.expression, file);
  if (ts.isIdentifier(node)) return constantText(node.text, file);
  return undefined;
}

const templateText = ({ head, templateSpans }, file, read) =>
  templateSpans.reduce(
    (text, span) => text + (textOf(span.expression, file) ?? UNKNOWN_PART) + read(span.literal),
    read(head),
  );

/** The text of a constant of this file, or of the file it is imported from. */
function constantText(name, file) {
  let found;
  const visit = (node) => {
    if (found) return;
    if (ts.isVariableDeclaration(node) && node.initializer && node.name.getText() === name)
      found = { node: node.initializer, file };
    else if (ts.isImportDeclaration(node)) found = imported(name, node, file);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found && (found.node ? textOf(found.node, found.file) : constantText(found.name, found.file));
}

function imported(name, { importClause, moduleSpecifier }, file) {
  const names = importClause?.namedBindings;
  const element = names && ts.isNamedImports(names) && names.elements.find((each) => each.name.text === name);
  if (!element || !moduleSpecifier.text.startsWith('.')) return undefined;
  const stem = join(dirname(file.fileName), moduleSpecifier.text).replace(/\.js$/, '');
  const path = [stem, `${stem}.ts`, `${stem}.tsx`, `${stem}.js`].find(
    (each) => SOURCES.test(each) && existsSync(each),
  );
  return path && { name: element.propertyName?.text ?? name, file: parse(path) };
}
