import '../../styles/docs.css';

export { DocsPage } from './docs-page.js';
