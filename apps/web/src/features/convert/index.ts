export { IntroView } from './components/intro-view.js';
export { usePageDrop } from './hooks/use-page-drop.js';
export { planIdOf } from './model/caller.js';
export { hasRemembered } from './model/queue-memory.js';
