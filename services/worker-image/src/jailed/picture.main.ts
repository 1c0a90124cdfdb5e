import sharp from 'sharp';
import { convertPicture } from './convert.js';
import { PictureError } from './picture-error.js';
import type { Answer, PictureJob } from './protocol.js';

/** Runs inside the jail, booted before there is a job: converts pictures until standard input ends. */

// One core per process, and no picture is ever read twice: pictures side by side beat threads inside one.
sharp.concurrency(1);
sharp.cache(false);

const say = (answer: Answer): void => {
  process.stdout.write(`${JSON.stringify(answer)}\n`);
};

async function run(line: string): Promise<Answer> {
  try {
    const job: PictureJob = JSON.parse(line);
    const result = await convertPicture(job, (fraction) => say({ type: 'progress', fraction }));
    return { type: 'done', result };
  } catch (error) {
    const { code, detail, cause } = PictureError.from(error);
    return { type: 'failed', code, detail, cause: cause instanceof Error ? cause.stack : undefined };
  }
}

// Loads the codecs and starts the thread pool, so that the first job pays for neither.
await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
  .webp()
  .toBuffer();
say({ type: 'ready' });
// Node's readline would take a tenth of the start.
let rest = '';
for await (const chunk of process.stdin.setEncoding('utf8')) {
  const lines = `${rest}${chunk}`.split('\n');
  rest = lines.pop() ?? '';
  for (const line of lines) say(await run(line));
}
