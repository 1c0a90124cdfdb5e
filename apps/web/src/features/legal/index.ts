import '../../styles/prose.css';

export { LegalDocument } from './legal-document.js';
