import { basename } from 'node:path';
import { AppError } from '@filemill/errors';
import { type Loss, lossOf } from '@filemill/formats';
import type { EngineContext } from '../engines/engine.js';
import type { RunResult } from '../jail/sandbox.js';
import { resourceLimits } from '../limits/limits.js';
import type { Joined, Joiner, JoinPart, JoinRequest } from './joiner.js';
import { type JoinProgram, jailedInput, jailedOutput, joiningFailed, runJoiner } from './run.js';

const MB = 1024 ** 2;
/** Less than any lane allows that joins documents. */
const MEMORY_BYTES = 1024 * MB;

/** Exit codes of qpdf: QPDF manual, "Exit status". */
const FINE = 0;
const WITH_WARNINGS = 3;

/** Copies all pages of some documents. */
const joinArguments = (paths: readonly string[], output: string): string[] => [
  ...['--empty', '--deterministic-id', '--pages', ...paths, '--', output],
];

const isWritten = ({ exitCode }: RunResult): boolean => exitCode === FINE || exitCode === WITH_WARNINGS;

/** It ends well also where it had to repair a document, and says so. */
const isFine = ({ exitCode, stderr }: RunResult): boolean => exitCode === FINE && stderr.trim() === '';

/** A document as the next run of qpdf reads it: the part itself, or its repaired copy. */
interface Source {
  readonly part: JoinPart;
  readonly path: string;
  readonly isRepaired: boolean;
}

/**
 * Joins PDFs page by page with qpdf, which copies pages as they are. A part that it cannot read without
 * repair is found by a run for each part, and only then.
 *
 * Can it leave the jail? Only by a flaw of the kernel. What could it do? See the files of one conversion.
 */
export function createPages(context: EngineContext): Joiner {
  const { wallMs = 0, cpuSeconds, outputBytes } = resourceLimits('document', Number.POSITIVE_INFINITY);
  const qpdf: JoinProgram = {
    program: context.program('qpdf'),
    limits: {
      ...{ wallMs, cpuSeconds, fileBytes: outputBytes },
      ...{ memoryBytes: MEMORY_BYTES, tmpBytes: 64 * MB, processes: 16, outFolderBytes: 3 * outputBytes },
    },
  };
  const run = (request: JoinRequest, args: readonly string[], signal: AbortSignal) =>
    runJoiner(context, qpdf, request, args, signal);

  const joinSources = (request: JoinRequest, sources: readonly Source[], signal: AbortSignal) => {
    const paths = sources.map(({ path }) => path);
    return run(request, joinArguments(paths, jailedOutput(request.outputPath)), signal);
  };

  /** Of each part that can be read, with a repaired copy of those that need it. */
  async function repaired(request: JoinRequest, signal: AbortSignal): Promise<Source[]> {
    const sources: Source[] = [];
    for (const part of request.parts) {
      const copy = `/job/out/${basename(part.path)}`;
      const result = await run(request, joinArguments([jailedInput(part.path)], copy), signal);
      if (!isWritten(result)) continue;
      const isRepaired = !isFine(result);
      sources.push({ part, path: isRepaired ? copy : jailedInput(part.path), isRepaired });
    }
    return sources;
  }

  /** What the documents have beside their pages, of which qpdf copies nothing. */
  async function lossesOf(request: JoinRequest, signal: AbortSignal): Promise<Loss[]> {
    let [bookmarks, attachments] = [0, 0];
    for (const { path, uploaded } of request.parts) {
      // Of a picture we have made the page.
      if (uploaded === 'image') continue;
      const args = ['--json', '--json-key=outlines', '--json-key=attachments', jailedInput(path)];
      const { stdout } = await run(request, args, signal);
      bookmarks += stdout.split('"destpageposfrom1"').length - 1;
      attachments += stdout.split('"preferredname"').length - 1;
    }
    return [
      ...(bookmarks > 0 ? [lossOf('bookmarks_dropped')] : []),
      ...(attachments > 0 ? [lossOf('attachments_dropped', { count: attachments })] : []),
    ];
  }

  return {
    id: 'pages',
    async join(request, signal) {
      const losses = await lossesOf(request, signal);
      const all = request.parts.map((part) => ({ part, path: jailedInput(part.path), isRepaired: false }));
      const first = await joinSources(request, all, signal);
      if (isFine(first)) return { expected: {}, losses };
      const sources = await repaired(request, signal);
      if (sources.length === 0)
        throw new AppError('FILE_CORRUPT', {}, { cause: joiningFailed(first, 'qpdf') });
      const second = await joinSources(request, sources, signal);
      if (!isWritten(second)) throw joiningFailed(second, 'qpdf');
      return { expected: {}, losses, ...findings(request.parts, sources) };
    },
  };
}

function findings(parts: readonly JoinPart[], sources: readonly Source[]): Partial<Joined> {
  const readable = new Set(sources.map(({ part }) => part));
  const filesOf = (some: readonly JoinPart[]): number[] => [...new Set(some.map(({ file }) => file))];
  return {
    damaged: filesOf(sources.filter(({ isRepaired }) => isRepaired).map(({ part }) => part)),
    unreadable: filesOf(parts.filter((part) => !readable.has(part))),
  };
}
