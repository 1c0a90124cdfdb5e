import { buffer } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import type { MailFolder } from './mail-folder.ts';

/** Largest message; ours are a few kilobytes. */
const MAX_BYTES = 10 * 1024 ** 2;

/** An SMTP server that puts every message into a folder and delivers none. */
export function createCatcher(folder: MailFolder): SMTPServer {
  const server = new SMTPServer({
    size: MAX_BYTES,
    authOptional: true,
    // It listens on loopback, where encryption and passwords protect nothing.
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    onData(stream, _session, done) {
      buffer(stream)
        .then((message) => {
          if (stream.sizeExceeded) throw Object.assign(new Error('too large'), { responseCode: 552 });
          return folder.add(message);
        })
        .then(() => done(), done);
    },
  });
  // Errors of single connections, such as a client that has disconnected.
  server.on('error', (error) => console.error(error));
  return server;
}
