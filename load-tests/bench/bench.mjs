import { benchArchives } from './archives.mjs';
import { benchDocuments } from './documents.mjs';
import { benchEbooks } from './ebooks.mjs';
import { benchFonts } from './fonts.mjs';
import { makeInputs } from './inputs.mjs';
import { throughput } from './measure.mjs';
import { benchMedia } from './media.mjs';
import { benchPage } from './page.mjs';
import { benchPictures } from './pictures.mjs';
import { convert } from './service.mjs';
import { benchUsers } from './users.mjs';

const WARM_UP = 120;

/**
 * Measures bare engines beside the whole service on this machine, every job by another guest where nothing else is said.
 *
 * @param stack - running, its `url` and `ports`
 * @param folder - for the inputs
 */
export async function bench(stack, folder) {
  const { url } = stack;
  const input = await makeInputs(folder);

  // Fresh processes run slower until their code is compiled.
  await throughput(WARM_UP, 2, () => convert(url, input.icon, 'webp'));
  await throughput(WARM_UP / 4, 2, () => convert(url, input.letter, 'pdf'));

  await benchPictures(stack, input);
  await benchDocuments(stack, input);
  await benchMedia(stack, input);
  await benchArchives(stack);
  await benchEbooks(stack);
  await benchFonts(stack);
  await benchPage(stack);
  await benchUsers(stack);
}
