import '../../styles/prose.css';

export { ContactPage } from './contact-page.js';
export { OperatorDetails } from './operator-details.js';
