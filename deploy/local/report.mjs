/** A problem that the person at the keyboard can solve: printed as one sentence, without a stack. */
export class Problem extends Error {}

const startedAt = Date.now();
const elapsed = () => `${((Date.now() - startedAt) / 1000).toFixed(1).padStart(6)} s`;

/** One line of progress. */
export const say = (text) => console.log(`${elapsed()}  ${text}`);

/** Says what is being done while it takes long, and how long it took. */
export async function step(text, work) {
  say(text);
  const timer = setInterval(() => say(`${text} (still working)`), 15_000);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/** Runs the body of a command; a Problem ends it with its sentence, anything else with its stack. */
export async function main(body) {
  try {
    await body();
  } catch (error) {
    console.error(error instanceof Problem ? `\n${error.message}` : error);
    process.exit(1);
  }
}
