import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { jobArguments } from './job-arguments.js';
import { type ListedPicture, type Pair, picturesIn, type StreamDictionary } from './pictures/listed.js';
import { encodedAgain, type PicturesJob } from './pictures/recode.js';

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

mkdirSync(job.folder);
const changed: Record<string, { stream: Stream }> = {};
let header: ObjectsJson['qpdf'][0] = {};
for (const batch of inBatches(picturesIn(await run(job.programs.pdfimages, ['-list', job.input])))) {
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
    const isMatted = matted.has(String(dict['/SMask']));
    const again = isMatted ? undefined : await encodedAgain(readFileSync(datafile), dict, picture, job);
    rmSync(datafile);
    if (!again) continue;
    const path = `${job.folder}/new-${picture.pair[0]}`;
    writeFileSync(path, again.bytes);
    changed[name] = { stream: { dict: again.dict, datafile: path } };
  }
}
const count = Object.keys(changed).length;
if (count > 0) writeFileSync(`${job.folder}/update.json`, JSON.stringify({ qpdf: [header, changed] }));
console.log(`changed ${count}`);
