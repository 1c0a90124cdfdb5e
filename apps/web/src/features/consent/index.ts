import '../../styles/cookie.css';

export { Consent } from './consent.js';
