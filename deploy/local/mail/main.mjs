/**
 * Catches the mail of a local stack: SMTP_PORT takes messages and sends none on, PAGE_PORT lists them, FOLDER keeps the
 * newest as `.eml`. Loopback only; in no image.
 */
import { MailFolder } from './mail-folder.mjs';
import { createPage } from './page.mjs';
import { createCatcher } from './smtp.mjs';

const { SMTP_PORT, PAGE_PORT, FOLDER } = process.env;
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
