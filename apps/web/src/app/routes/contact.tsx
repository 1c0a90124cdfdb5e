export { ContactPage as Contact } from '../../features/contact/index.js';
