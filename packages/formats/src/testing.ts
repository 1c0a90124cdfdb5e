/** For the fuzzer, which calls in its own threads what {@link ReadingThreads} runs in theirs. */
export { TASKS } from './threads/tasks.js';
