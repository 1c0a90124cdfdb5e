import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import type { Expression } from './verdicts.ts';

const SOURCES = /\.(?:ts|tsx|mjs|js)$/;
/** Tests read their own text; the rest is built or generated from what is checked. */
const LEFT_OUT = new Set(['node_modules', 'dist', 'gen', 'test', 'testing']);
const TESTS = /(?:spec|testing|conformance)\.[a-z]+$/;
/** Placeholder for a part of an expression that is known only at run time, such as the name of a field. */
const UNKNOWN_PART = 'x';

/** A regular expression and its place. */
export interface Literal extends Expression {
  /** Below the root. */
  readonly path: string;
  /** From 1. */
  readonly line: number;
}

/**
 * All regular expressions in the code below some folders: literals, and `new RegExp` of text that is known statically.
 * An expression without any known part is left out.
 *
 * @param folders - below the root; missing ones are empty
 */
export function literalsBelow(root: string, folders: readonly string[]): Literal[] {
  const files = folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => filesBelow(root, folder));
  return files.flatMap((path) => literalsOf(root, path));
}

const filesBelow = (root: string, folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return LEFT_OUT.has(entry.name) ? [] : filesBelow(root, path);
    return SOURCES.test(entry.name) && !TESTS.test(entry.name) ? [path] : [];
  });

const parse = (path: string): ts.SourceFile =>
  ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);

function literalsOf(root: string, path: string): Literal[] {
  const file = parse(join(root, path));
  const found: Literal[] = [];
  const visit = (node: ts.Node): void => {
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
function expressionOf(node: ts.Node, file: ts.SourceFile): Expression | undefined {
  if (ts.isRegularExpressionLiteral(node)) return partsOf(node.text);
  if (!ts.isNewExpression(node) && !ts.isCallExpression(node)) return undefined;
  if (node.expression.getText() !== 'RegExp') return undefined;
  const [pattern, flags] = node.arguments ?? [];
  const source = pattern && textOf(pattern, file);
  return source === undefined ? undefined : { source, flags: (flags && textOf(flags, file)) ?? '' };
}

const partsOf = (literal: string): Expression => {
  const end = literal.lastIndexOf('/');
  return { source: literal.slice(1, end), flags: literal.slice(end + 1) };
};

/** The text that an expression stands for; undefined if nothing of it is constant. */
function textOf(node: ts.Node, file: ts.SourceFile): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isRegularExpressionLiteral(node)) return partsOf(node.text).source;
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) return textOf(node.expression, file);
  if (ts.isTemplateExpression(node)) return templateText(node, file, ({ text }) => text);
  if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'String.raw') {
    const raw = ({ rawText }: ts.TemplateLiteralLikeNode): string => rawText ?? '';
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

const templateText = (
  { head, templateSpans }: ts.TemplateExpression,
  file: ts.SourceFile,
  read: (part: ts.TemplateLiteralLikeNode) => string,
): string =>
  templateSpans.reduce(
    (text, span) => text + (textOf(span.expression, file) ?? UNKNOWN_PART) + read(span.literal),
    read(head),
  );

/** The text of a constant of this file, or of the file it is imported from. */
function constantText(name: string, file: ts.SourceFile): string | undefined {
  const declared = declarationIn(file, name);
  if (declared) return textOf(declared, file);
  for (const statement of file.statements) {
    const imported = ts.isImportDeclaration(statement) ? importedConstant(name, statement, file) : undefined;
    if (imported) return constantText(imported.name, imported.file);
  }
  return undefined;
}

/** The value of the first variable with this name. */
function declarationIn(node: ts.Node, name: string): ts.Expression | undefined {
  if (ts.isVariableDeclaration(node) && node.initializer && node.name.getText() === name)
    return node.initializer;
  return ts.forEachChild(node, (child) => declarationIn(child, name));
}

function importedConstant(
  name: string,
  { importClause, moduleSpecifier }: ts.ImportDeclaration,
  file: ts.SourceFile,
): { name: string; file: ts.SourceFile } | undefined {
  const names = importClause?.namedBindings;
  const element = names && ts.isNamedImports(names) && names.elements.find((each) => each.name.text === name);
  if (!element || !ts.isStringLiteral(moduleSpecifier) || !moduleSpecifier.text.startsWith('.'))
    return undefined;
  const stem = join(dirname(file.fileName), moduleSpecifier.text).replace(/\.js$/, '');
  const path = [stem, `${stem}.ts`, `${stem}.tsx`, `${stem}.js`].find(
    (each) => SOURCES.test(each) && existsSync(each),
  );
  return path === undefined ? undefined : { name: element.propertyName?.text ?? name, file: parse(path) };
}
