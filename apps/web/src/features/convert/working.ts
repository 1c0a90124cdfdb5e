/** The converter at work, apart from the rest so that it can be loaded later. */
export { HomeConverter, type ListFacts } from './components/home-converter.js';
