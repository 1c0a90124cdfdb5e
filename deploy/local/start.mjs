/** `npm start`: installs what is missing, builds, and runs all of Filemill on this machine. */
import { command } from './command.mjs';
import { DATA } from './paths.mjs';
import { Stack, serve } from './stack.mjs';

await command('deploy/local/start.mjs', () => {
  const publicPort = Number(process.env.PORT ?? 3000);
  const firstPort = Number(process.env.INTERNAL_PORT ?? 3100);
  return serve(new Stack({ data: DATA, publicPort, firstPort }));
});
