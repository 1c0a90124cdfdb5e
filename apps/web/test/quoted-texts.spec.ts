import { fileURLToPath } from 'node:url';
import { readLocales, type Translations } from '@filemill/web-client/testing';
import { describe, expect, it } from '@jest/globals';

/** Texts that the specification quotes for the site, word for word. What the server says is tested at the server. */
const SITE = [
  ...['Choose Files', 'Convert Files', 'Download', 'Back', 'Supported Formats', 'Features', 'Pricing', 'API'],
  ...['Login', 'Sign Up', 'Logout', 'Dashboard', 'Documentation', 'Contact', 'Upgrade to Pro', 'Full Name'],
  'File too large',
  '{file} exceeds {limit}MB limit',
  'File limit exceeded',
  'Only {max} files allowed. Added {n} files.',
  'Missing information',
  'Please select files and output format',
  'No format found',
  'Try modifying the search or select other files',
  'File Limit Exceeded',
  '{plan} plan allows up to {n} files at once.',
  'Privacy Policy Required',
  'You must accept our Privacy Policy to continue.',
  'Terms of Service Required',
  'You must accept our Terms of Service to continue.',
  'Login Failed',
  'Login failed. Please check your credentials.',
  'Registration Failed',
  'Registration failed. Please try again.',
  'Reset Failed',
  'Failed to send reset email',
  'Login Successful',
  'Welcome back!',
  'Registration Successful',
  'Reset Email Sent',
  'Check your email for password reset instructions.',
  'Conversion failed',
  'Monthly conversion limit reached ({used}/{limit}). Upgrade to Pro for {offered} conversions per month.',
  'Monthly conversion limit reached. Please contact support for a custom plan.',
  'Download failed',
  'Could not download the converted file',
  'Success',
  'File downloaded successfully',
  'Download Error',
  'Download link expired or not available',
  'Unable to access download',
  'ZIP Creation Failed',
  'ZIP Download Completed',
  'ZIP Download Ready',
  'Conversion Complete',
  '{n} Conversion(s) Failed',
  'Failed to cancel subscription: {message}',
  'Error cancelling subscription. Please try again.',
  'Subscription Cancelled',
  'Recent Activity',
  'Usage Analytics',
  'Page Not Found',
  'Creating checkout session...',
  'Subscription Error',
  'Go Home',
  'Payment Successful',
  'Welcome to Pro! Your account has been upgraded.',
  'Payment Canceled',
  'Please log in to subscribe to Pro plan.',
  'Failed to create checkout session',
  'Invalid Reset Link',
  'Back to Home',
  'New Password',
  'Confirm Password',
  'Update Password',
  'Password Mismatch',
  'Passwords do not match. Please try again.',
  'Password Too Short',
  'Password must be at least {count} characters long.',
  'Failed to reset password',
  'No conversions found.',
  'Failed to load conversion history. Please try again.',
  'Showing {from} to {to} of {total} results',
  'Previous',
  'Next',
  'Copied',
  'Accept all',
  'Reject all',
  'Customize',
];

/** The administrators' texts, in Italian. */
const ADMIN = [
  'Verifica autorizzazioni...',
  'Accesso Negato',
  'Torna alla Home',
  'Non hai i permessi per accedere a questa pagina.',
  ...['Panoramica', 'Utenti', 'Conversioni', 'Sistema', 'Impostazioni'],
  ...['ID', 'Username', 'Email', 'Piano', 'Registrato', 'Azioni'],
  ...['File', 'Utente', 'Tipo', 'Formato', 'Dimensione', 'Data', 'Stato'],
  'Nessuna conversione trovata',
  'Utente sconosciuto',
];
/** In English in the specification, also for administrators. */
const ADMIN_ENGLISH = [
  'Failed to fetch admin stats',
  'Failed to fetch users',
  'Failed to fetch system status',
  'Failed to fetch recent conversions',
];

const localesOf = (app: string) =>
  readLocales(fileURLToPath(new URL(`../../${app}/locales`, import.meta.url)));

/** Placeholders differ in name between the specification and the code: any stands for any. */
const normal = (text: string): string => text.replaceAll(/{{[^}]*}}|{[^}]*}/g, '{}').trim();
const missing = (quoted: readonly string[], texts: Translations | undefined): string[] => {
  const have = new Set([...(texts?.values() ?? [])].map(normal));
  return quoted.filter((text) => !have.has(normal(text)));
};

describe('the texts that the specification quotes', () => {
  it('are on the site, word for word', () => {
    expect(missing(SITE, localesOf('web').get('en'))).toEqual([]);
  });
  it('are in the Italian site where it quotes Italian', () => {
    expect(missing(['Scaduto'], localesOf('web').get('it'))).toEqual([]);
  });
  it('are in the administrators’ application, word for word', () => {
    expect(missing(ADMIN, localesOf('admin').get('it'))).toEqual([]);
    expect(missing(ADMIN_ENGLISH, localesOf('admin').get('en'))).toEqual([]);
  });
});
