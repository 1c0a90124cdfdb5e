/** For the fuzzer, which runs in its own threads what {@link ReadingThreads} runs. */
export { TASKS } from './threads/tasks.js';
