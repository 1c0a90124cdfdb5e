/** `npm start`: runs all of Filemill on this machine. */
import { DATA, main, Stack, serve } from '@filemill/local-stack';

await main(() => {
  const publicPort = Number(process.env.PORT ?? 3000);
  const firstPort = Number(process.env.INTERNAL_PORT ?? 3100);
  return serve(new Stack({ data: DATA, publicPort, firstPort }));
});
