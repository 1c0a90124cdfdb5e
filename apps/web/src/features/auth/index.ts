import '../../styles/auth.css';

export { AuthDialog } from './auth-dialog.js';
export { AuthPage } from './auth-page.js';
export { ResetPasswordPage } from './reset-password-page.js';
