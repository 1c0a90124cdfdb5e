export { Footer } from './footer.js';
export { Header } from './header.js';
export { ScrollToHash } from './scroll-to-hash.js';
