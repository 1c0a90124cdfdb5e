export { Header } from './header.js';
export { useLogout } from './use-logout.js';
