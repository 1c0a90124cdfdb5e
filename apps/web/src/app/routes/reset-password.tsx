export { ResetPasswordPage as ResetPassword } from '../../features/auth/index.js';
