/**
 * Catches the mail of a local stack: SMTP_PORT accepts messages and forwards none, PAGE_PORT lists them, FOLDER keeps the
 * newest as `.eml`. It listens on loopback only; no image contains it.
 */
import { MailFolder } from './mail-folder.ts';
import { createPage } from './page.ts';
import { createCatcher } from './smtp.ts';

const { SMTP_PORT, PAGE_PORT, FOLDER } = process.env;
if (!FOLDER) throw new Error('FOLDER is not set.');
const folder = new MailFolder(FOLDER);
const catcher = createCatcher(folder);
const page = createPage(folder);
page.listen(Number(PAGE_PORT), '127.0.0.1');
catcher.listen(Number(SMTP_PORT), '127.0.0.1');

process.once('SIGTERM', () => {
  page.closeAllConnections();
  page.close();
  catcher.close(() => process.exit(0));
});
