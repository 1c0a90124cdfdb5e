import type { JoinerId, WorkerName } from '@filemill/formats';
import type { EngineContext } from '../engines/engine.js';
import { createAnimation } from './animation.js';
import { createFiles } from './files.js';
import { createFilm } from './film.js';
import type { Joiner } from './joiner.js';
import { createPages } from './pages.js';
import { createSound } from './sound.js';

const FACTORIES: Readonly<Record<JoinerId, (context: EngineContext) => Joiner>> = {
  animation: createAnimation,
  files: ({ clock }) => createFiles(clock),
  film: createFilm,
  pages: createPages,
  sound: createSound,
};

/** What each worker joins: pictures and documents become pages. */
const OF_WORKER: Readonly<Record<WorkerName, readonly JoinerId[]>> = {
  image: ['pages', 'animation'],
  media: ['sound', 'film'],
  document: ['pages', 'files'],
};

/** The joiners of a worker. @throws {Error} naming a program that is missing */
export const createJoiners = (worker: WorkerName, context: EngineContext): Map<JoinerId, Joiner> =>
  new Map(OF_WORKER[worker].map((id) => [id, FACTORIES[id](context)]));
