import '../../styles/subscribe.css';

export { SubscribePage } from './subscribe-page.js';
