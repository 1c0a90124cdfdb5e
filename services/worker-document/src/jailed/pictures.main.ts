import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { PageRun } from '@filemill/formats';
import type { Softening } from '@filemill/worker';
import { jobArguments } from './job-arguments.js';
import { encodedBetter } from './pictures/better.js';
import { type ListedPicture, type Pair, picturesIn, type StreamDictionary } from './pictures/listed.js';
import { encodedAgain, type PictureForm, type Recoded, type Source } from './pictures/recode.js';

/** Which pictures of a PDF become smaller, and how. */
export interface PicturesJob {
  readonly programs: { readonly pdfimages: string; readonly qpdf: string };
  readonly input: string;
  /** Gets `update.json`, by which qpdf replaces pictures, and their new bytes. */
  readonly folder: string;
  readonly form: PictureForm;
  /** What some of the pictures get instead, the largest first, until all are larger by so many bytes. */
  readonly better?: {
    readonly form: PictureForm;
    readonly moreBytes: number;
    /** What makes a picture a little smaller, from the least on. */
    readonly softenings: readonly Softening[];
  };
  /** Whose pictures become smaller; absent for all. */
  readonly pages?: readonly PageRun[];
  /** Most pixels for each inch of a page. */
  readonly dpi?: number;
}

/**
 * Runs inside the jail: encodes the pictures of a PDF again that become smaller by it. poppler finds them and their size on
 * the pages, qpdf reads and replaces their bytes; nothing else of the document is touched.
 * Argument: a {@link PicturesJob} as JSON. Standard output: `changed <count>`.
 */
const job = JSON.parse(jobArguments()[0] ?? '') as PicturesJob;

/** Samples of pictures that lie unpacked in the folder at once. */
const MAX_SAMPLES = 2 ** 26;
const MAX_OUTPUT_BYTES = 2 ** 26;
/** qpdf's exit code for a file that it has repaired, or has doubts about. */
const WARNED = 3;

/** Runs a program of the jail. @returns its standard output */
const run = (program: string, args: readonly string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    execFile(program, args, { maxBuffer: MAX_OUTPUT_BYTES }, (error, stdout) => {
      if (error && error.code !== WARNED) reject(error);
      else resolve(stdout);
    });
  });

/** qpdf's form of objects: QPDF manual, "qpdf JSON". */
interface ObjectsJson {
  readonly qpdf: readonly [
    header: Readonly<Record<string, unknown>>,
    objects: Readonly<Record<string, { readonly stream?: Stream }>>,
  ];
}

interface Stream {
  readonly dict: StreamDictionary;
  readonly datafile?: string;
}

/** Objects by their numbers. @param withData - whether their bytes are written into files of the folder, unpacked */
async function readObjects(pairs: readonly Pair[], withData: boolean): Promise<ObjectsJson['qpdf']> {
  const data = withData
    ? ['--json-stream-data=file', `--json-stream-prefix=${job.folder}/old`, '--decode-level=generalized']
    : ['--json-stream-data=none'];
  const objects = pairs.map(([id, generation]) => `--json-object=${id},${generation}`);
  const json = await run(job.programs.qpdf, [job.input, '--json=2', '--json-key=qpdf', ...data, ...objects]);
  return (JSON.parse(json) as ObjectsJson).qpdf;
}

/** The soft masks whose picture is mixed with a colour already, which scaling would spoil. */
async function mattedMasks(dictionaries: readonly StreamDictionary[]): Promise<ReadonlySet<string>> {
  const references = dictionaries.flatMap(({ '/SMask': mask }) => (typeof mask === 'string' ? [mask] : []));
  const pairs = references.map((reference) => reference.split(' ').map(Number) as unknown as Pair);
  if (pairs.length === 0) return new Set();
  const [, masks] = await readObjects(pairs, false);
  return new Set(references.filter((reference) => masks[`obj:${reference}`]?.stream?.dict['/Matte']));
}

/** As many pictures at once as the folder can take. */
function* inBatches(pictures: readonly ListedPicture[]): Generator<ListedPicture[]> {
  let batch: ListedPicture[] = [];
  let samples = 0;
  for (const picture of pictures) {
    const own = picture.width * picture.height * picture.channels;
    if (batch.length > 0 && samples + own > MAX_SAMPLES) {
      yield batch;
      [batch, samples] = [[], 0];
    }
    batch.push(picture);
    samples += own;
  }
  if (batch.length > 0) yield batch;
}

let moreBytes = job.better?.moreBytes ?? 0;

/** In the form that is wanted, or in the better one while there is room. @returns undefined if it stays as it is */
async function encoded(source: Source): Promise<Recoded | undefined> {
  const again = await encodedAgain(source, job.form);
  // What a low quality does not make smaller, a better one does not either.
  if (!again || !job.better || moreBytes <= 0) return again;
  const { form, softenings } = job.better;
  const better = await encodedBetter(source, again, [job.form, form], moreBytes, softenings);
  // What is left after a picture between the forms is less than others need.
  moreBytes = better.isWhole ? moreBytes - better.grownBytes : 0;
  return better.again;
}

mkdirSync(job.folder);
const changed: Record<string, { stream: Stream }> = {};
let header: ObjectsJson['qpdf'][0] = {};
for (const batch of inBatches(
  picturesIn(await run(job.programs.pdfimages, ['-list', job.input]), job.pages),
)) {
  const [found, objects] = await readObjects(
    batch.map(({ pair }) => pair),
    true,
  );
  header = found;
  const matted = await mattedMasks(
    Object.values(objects).flatMap(({ stream }) => (stream ? [stream.dict] : [])),
  );
  for (const picture of batch) {
    const name = `obj:${picture.pair.join(' ')} R`;
    const { dict, datafile } = objects[name]?.stream ?? {};
    if (!dict || datafile === undefined) continue;
    const bytes = readFileSync(datafile);
    rmSync(datafile);
    if (matted.has(String(dict['/SMask']))) continue;
    const { dpi } = job;
    const again = await encoded({ bytes, dict, listed: picture, ...(dpi !== undefined && { dpi }) });
    if (!again) continue;
    const path = `${job.folder}/new-${picture.pair[0]}`;
    writeFileSync(path, again.bytes);
    changed[name] = { stream: { dict: again.dict, datafile: path } };
  }
}
const count = Object.keys(changed).length;
if (count > 0) writeFileSync(`${job.folder}/update.json`, JSON.stringify({ qpdf: [header, changed] }));
console.log(`changed ${count}`);
