import type { ActionResult, SignedIn } from '@filemill/api';
import { loadSecrets, processesOf, ROOT, run, type Stack } from '@filemill/local-stack';
import { Client } from '../shared/client.ts';
import { throughput } from '../shared/measure.ts';
import { aUser, type KeyHolder, withApiKey } from '../shared/people.ts';

/** Parallel password hashes, below the number at which accounts refuses. */
const AT_ONCE = 4;

/** Creates an administrator of this stack, as `npm run make-admin` does. @returns the headers of the administrator */
async function anAdministrator(
  { data, ports, url }: Stack,
  client: Client,
): Promise<{ authorization: string }> {
  const email = 'load@example.org';
  const options = { data, ports, secrets: loadSecrets(data), publicUrl: url, test: false };
  const env = processesOf(options).processes.find(({ name }) => name === 'accounts')?.env;
  const { output } = await run(process.execPath, ['services/accounts/dist/make-admin.js', email], {
    cwd: ROOT,
    env: { ...env, LOG_LEVEL: 'warn' },
  });
  const password = /shown only now: (\S+)/.exec(output)?.[1];
  const { token } = await client.mustPost<SignedIn>('/api/login', { email, password });
  return { authorization: `Bearer ${token}` };
}

/** Creates accounts that an administrator has upgraded to Pro, each with a key. */
export async function seedProAccounts(stack: Stack, count: number): Promise<KeyHolder[]> {
  if (count === 0) return [];
  const client = new Client(stack.url);
  const administrator = await anAdministrator(stack, client);
  const accounts: KeyHolder[] = [];
  await throughput(count, AT_ONCE, async () => {
    const user = await aUser(client);
    const upgrade = `/api/admin/users/${user.id}/upgrade-to-pro`;
    await client.mustPost<ActionResult>(upgrade, { reason: 'load test' }, administrator);
    accounts.push(await withApiKey(client, user));
  });
  return accounts;
}
