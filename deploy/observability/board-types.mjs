import ts from 'typescript';
import { ROOT } from '../local/paths.mjs';

/**
 * What is wrong with a board by Grafana's own types: unknown or misspelt fields, values that it does not know.
 *
 * @param {string[]} boards - each as JSON
 * @returns {string[]} one message for each fault
 */
export function typeFaults(boards) {
  const file = `${ROOT}/deploy/observability/boards-as-literals.ts`;
  const literals = boards.map((json, index) => `export const board${index} = ${json} satisfies Board;`);
  const source = ["import type { Board } from './grafana-board.js';", ...literals].join('\n');
  const options = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    target: ts.ScriptTarget.ES2024,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
  };
  const host = ts.createCompilerHost(options);
  const { fileExists, getSourceFile } = host;
  host.fileExists = (name) => name === file || fileExists(name);
  host.getSourceFile = (name, ...rest) =>
    name === file
      ? ts.createSourceFile(name, source, options.target)
      : getSourceFile.call(host, name, ...rest);
  const program = ts.createProgram([file], options, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}
