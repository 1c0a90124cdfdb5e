/** The working view, apart from the rest so that it can be loaded later. */
export { WorkingView } from './components/working-view.js';
