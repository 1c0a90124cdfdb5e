export { DocsPage as Docs } from '../../features/docs/index.js';
